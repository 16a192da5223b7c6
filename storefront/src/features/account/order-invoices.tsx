"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { InvoiceList } from "@/components/order/invoice-list";
import { LoadFailed } from "@/components/ui/load-failed";
import { withFullLogin } from "@/lib/account/soft-login";
import { fetchInvoices } from "@/lib/api/order";

/** The invoices and credit notes of one of the customer's orders. */
export function OrderInvoices({ id }: { id: number }) {
  const t = useTranslations("account.orders.invoices");
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({
    queryKey: ["invoices", id],
    queryFn: () => withFullLogin(() => fetchInvoices(id, locale)),
  });
  if (isError && !data) return <LoadFailed text={t("failed")} onRetry={refetch} />;
  return data && <InvoiceList invoices={data.invoices} />;
}
