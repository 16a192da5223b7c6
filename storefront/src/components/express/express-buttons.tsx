"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchExpressPayments } from "@/lib/api/payment";
import { cn } from "@/lib/cn";
import { AmazonButton } from "./amazon-button";
import { PayPalButton } from "./paypal-button";

const buttons = { paypal: PayPalButton, amazonpay: AmazonButton };

const known = (code: string): code is keyof typeof buttons => code in buttons;

/** The ways to buy without a form: the provider tells who the customer is. Nothing where there are none. */
export function ExpressButtons({ className }: { className?: string }) {
  const t = useTranslations("express");
  const locale = useLocale();
  const list = useQuery({
    queryKey: ["express-payments", locale],
    queryFn: () => fetchExpressPayments(locale),
    staleTime: 60_000,
  });
  if (list.isPending) return <Skeleton className={cn("h-37", className)} />;
  const offered = (list.data ?? []).filter(({ code }) => known(code));
  if (offered.length === 0) return null;
  return (
    <section aria-label={t("title")} className={cn("print:hidden", className)}>
      <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line-2/60 after:h-px after:flex-1 after:bg-line-2/60">
        {t("title")}
      </p>
      <ul className="mt-3 space-y-2.5">
        {offered.map((payment) => {
          const Express = buttons[payment.code as keyof typeof buttons];
          return (
            <li key={payment.code}>
              <Express payment={payment} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
