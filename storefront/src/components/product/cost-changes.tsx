import { useLocale, useTranslations } from "next-intl";
import { formatMoney } from "@/lib/money/format";
import type { CostChange } from "@/lib/cart/cost-changes";

/** What products cost now and what they were shown for, below the words that something has changed; nothing without any. */
export function CostChanges({ costs }: { costs: CostChange[] }) {
  const t = useTranslations("priceChanges");
  const locale = useLocale();
  if (costs.length === 0) return null;
  return (
    <ul className="mt-2 list-disc pl-5">
      {costs.map(({ id, name, before, now }) => (
        <li key={id}>{t("costs", { name, before: formatMoney(before, locale), now: formatMoney(now, locale) })}</li>
      ))}
    </ul>
  );
}
