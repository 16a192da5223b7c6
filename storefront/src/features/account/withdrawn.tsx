"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { OrderWithdrawal } from "@/components/order/order-withdrawal";
import { withFullLogin } from "@/lib/account/soft-login";
import { fetchOrderWithdrawal } from "@/lib/api/order";

/** What was withdrawn from one of the customer's orders, and the way to. The page for it is in the footer as well. */
export function Withdrawn({ id }: { id: number }) {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ["withdrawal", locale, "order", id],
    queryFn: () => withFullLogin(() => fetchOrderWithdrawal(id, locale)),
  });
  return data && <OrderWithdrawal withdrawal={data} href={`/widerruf?order=${id}`} />;
}
