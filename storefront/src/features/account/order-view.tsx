"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { isOrderNumber } from "@/lib/account/order";
import { withFullLogin } from "@/lib/account/soft-login";
import { ApiError } from "@/lib/api/error";
import { fetchOrder } from "@/lib/api/order";
import { OrderDetails } from "@/components/order/order-details";
import { Loaded } from "@/components/ui/loaded";
import { NotFoundView } from "./not-found-view";
import { OrderInvoices } from "./order-invoices";
import { Reorder } from "./reorder";
import { Withdrawn } from "./withdrawn";

/** One order on a page of its own. An order that is not the customer's is no page. */
export function OrderView({ id }: { id: number }) {
  const t = useTranslations("account.orders");
  const locale = useLocale();
  const order = useQuery({
    queryKey: ["orders", locale, id],
    queryFn: () => withFullLogin(() => fetchOrder(id, locale)),
    enabled: isOrderNumber(id),
  });
  const absent = order.error instanceof ApiError && order.error.status === 404;
  if (absent || !isOrderNumber(id)) return <NotFoundView />;
  return (
    <>
      <h1 className="mb-6 text-2xl lg:text-3xl">{t("one", { number: id })}</h1>
      <Loaded query={order}>
        {(known) => (
          <div className="rounded-card bg-paper p-4 lg:p-6">
            <OrderDetails order={known}>
              <OrderInvoices id={known.primaryOrderId} />
              <Withdrawn id={known.primaryOrderId} />
            </OrderDetails>
            <Reorder id={known.primaryOrderId} />
          </div>
        )}
      </Loaded>
    </>
  );
}
