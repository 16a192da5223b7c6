import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Amount } from "@/components/product/price";
import type { Money } from "@/lib/api/types";
import { cn } from "@/lib/cn";

type Props = { total: Money; hidden: boolean; children: ReactNode };

/** The total with the step's button at the foot of a phone's screen; hidden while the button in the page can be seen. */
export function SummaryBar({ total, hidden, children }: Props) {
  const t = useTranslations("checkout.summary");
  return (
    <div
      inert={hidden}
      data-bottom-bar
      data-testid="summary-bar"
      className={cn("bottom-bar", hidden && "translate-y-full")}
    >
      <p>
        <span className="block text-sm text-ink-2">{t("total")}</span>
        <Amount value={total} className="text-lg font-bold" />
      </p>
      {children}
    </div>
  );
}
