"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Notice } from "@/components/ui/notice";
import { OrderDetails } from "@/components/order/order-details";
import { OrderWithdrawal } from "@/components/order/order-withdrawal";
import { InvoiceList } from "@/components/order/invoice-list";
import { Loaded } from "@/components/ui/loaded";
import { isOrderNumber } from "@/lib/account/order";
import { ApiError } from "@/lib/api/error";
import { fetchOrderStatus } from "@/lib/api/order";
import { Link } from "@/lib/i18n/link";
import { useSite } from "@/lib/site/context";
import { LinkForm } from "./link-form";

/** How an order stands, for whoever has the link of its mails. Without one, or with one that opens nothing, it is asked for. */
export function StatusView() {
  const t = useTranslations("orderStatus");
  const locale = useLocale();
  const { whiteLabel } = useSite(); // it has no accounts
  const params = useSearchParams();
  const number = Number(params.get("order"));
  const token = params.get("token") ?? "";
  const named = isOrderNumber(number) && token !== "";
  const status = useQuery({
    queryKey: ["order-status", locale, number, token],
    queryFn: () => fetchOrderStatus(number, token, locale),
    enabled: named,
  });
  const refused = status.error instanceof ApiError && [404, 422].includes(status.error.status);
  const asks = !named || refused;
  return (
    <div className="page">
      <div
        className={
          asks ? "mx-auto grid min-h-[45vh] max-w-xl grid-cols-1 content-start gap-5 py-8 lg:py-14" : "py-8 lg:py-12"
        }
      >
        <h1 className="mb-1 text-3xl lg:text-4xl">{asks ? t("title") : t("one", { number })}</h1>
        {refused && <Notice tone="error">{t("refused")}</Notice>}
        {asks ? (
          <>
            <LinkForm order={isOrderNumber(number) ? String(number) : undefined} />
            {!whiteLabel && (
              <p className="text-sm text-ink-2">
                {t.rich("account", {
                  link: (chunks) => (
                    <Link href="/kundenkonto/bestellungen" className="underline underline-offset-4">
                      {chunks}
                    </Link>
                  ),
                })}
              </p>
            )}
          </>
        ) : (
          <div className="mt-6">
            <Loaded query={status}>
              {({ order, invoices, withdrawal }) => (
                <div className="rounded-card bg-paper p-4 lg:p-6">
                  <OrderDetails order={order}>
                    <InvoiceList invoices={invoices} />
                    <OrderWithdrawal
                      withdrawal={withdrawal}
                      href={`/widerruf?order=${number}&token=${encodeURIComponent(token)}`}
                    />
                  </OrderDetails>
                </div>
              )}
            </Loaded>
          </div>
        )}
      </div>
    </div>
  );
}
