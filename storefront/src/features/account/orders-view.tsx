"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { defaultSpan, hasOrdered, spansOf } from "@/lib/account/order";
import { useCustomer } from "@/lib/account/use-account";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { useMessage } from "@/lib/i18n/use-message";
import { LoadFailed } from "@/components/ui/load-failed";
import { Loaded } from "@/components/ui/loaded";
import { NoOrders } from "./no-orders";
import { OrderTable } from "./order-table";
import { useOrders } from "./use-orders";

/** The customer's orders. A light account has none, and no filter. */
export function OrdersView() {
  const t = useTranslations("account.orders");
  const customer = useCustomer();
  return (
    <>
      <h1 className="mb-6 text-2xl lg:text-3xl">{t("title")}</h1>
      <Loaded query={customer}>{(known) => (known.customerId === 0 ? <NoOrders /> : <Orders />)}</Loaded>
    </>
  );
}

function Orders() {
  const t = useTranslations("account.orders");
  const message = useMessage();
  const [span, setSpan] = useState(defaultSpan);
  const { query, filter } = useOrders(span);
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query;
  // Until those of another span are there, the orders are still called what they are.
  const [told, setTold] = useState(span);
  if (!isPlaceholderData && told !== span) setTold(span);
  const place = useFocusKept<HTMLDivElement>(hasNextPage ? 1 : 0);
  if (!filter) return isError ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-96" />;
  const orders = data?.pages.flatMap((page) => page.orderOverview);
  const label = (key: string) => (key === "30" || key === "180" ? t(`span.${key}`) : key);
  return (
    <>
      <SelectField
        label={t("filter")}
        value={span}
        onChange={(event) => setSpan(event.target.value)}
        className="mb-6 max-w-xs"
      >
        {spansOf(filter).map((key) => (
          <option key={key} value={key}>
            {label(key)}
          </option>
        ))}
      </SelectField>
      {!orders && (isError ? <LoadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-96" />)}
      {orders?.length === 0 && <NoOrders ever={hasOrdered(filter)} />}
      {orders && orders.length > 0 && (
        <div aria-busy={isPlaceholderData} className="overflow-x-auto">
          <OrderTable
            caption={t(told === "30" || told === "180" ? `caption.${told}` : "caption.year", { year: told })}
            orders={orders}
          />
        </div>
      )}
      {isError && orders && (
        <Notice tone="error" className="mt-5">
          {message(error, "general")}
        </Notice>
      )}
      <div ref={place} tabIndex={-1} className="outline-none">
        {hasNextPage && !isPlaceholderData && (
          <Button
            look="secondary"
            className="mt-6"
            aria-busy={isFetchingNextPage}
            onClick={() => void fetchNextPage({ cancelRefetch: false })}
          >
            {t("more")}
          </Button>
        )}
      </div>
    </>
  );
}
