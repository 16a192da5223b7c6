"use client";

import { RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { withFullLogin } from "@/lib/account/soft-login";
import { reorder } from "@/lib/api/order";
import type { Reordered } from "@/lib/api/types";
import { useRefreshCart } from "@/lib/cart/use-cart";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** Puts an order's products into the cart once more, and says what came of it. */
export function Reorder({ id }: { id: number }) {
  const t = useTranslations("account.orders.again");
  const locale = useLocale();
  const message = useMessage();
  const refresh = useRefreshCart();
  const again = useOnce({ mutationFn: () => withFullLogin(() => reorder(id, locale)), onSuccess: refresh });
  return (
    <div className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="secondary"
          aria-disabled={again.isPending}
          aria-busy={again.isPending}
          onClick={() => again.mutate()}
        >
          <RotateCw aria-hidden className="size-4" />
          {t("submit")}
        </Button>
        <p className="text-sm text-ink-2 print:hidden">{t("hint")}</p>
      </div>
      {again.isError && (
        <Notice reveal tone="error">
          {message(again.error, "general")}
        </Notice>
      )}
      {again.data && <Came {...again.data} />}
    </div>
  );
}

type Reason = "product_not_found" | "product_sold_out" | "product_short" | "cart_full";

function Came({ added, left }: Reordered) {
  const t = useTranslations("account.orders.again");
  return (
    <Notice reveal tone={left.length > 0 ? "warning" : "success"}>
      <p>{added > 0 ? t("done", { count: added }) : t("none")}</p>
      {left.length > 0 && (
        <ul className="mt-1 font-normal">
          {left.map(({ productName, missing, reason }) => (
            <li key={productName}>{t("left", { missing, name: productName, why: t(`reason.${reason as Reason}`) })}</li>
          ))}
        </ul>
      )}
      {added > 0 && (
        <Link href="/warenkorb" className="mt-1 inline-block underline underline-offset-4">
          {t("cart")}
        </Link>
      )}
    </Notice>
  );
}
