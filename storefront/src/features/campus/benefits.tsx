import { BadgePercent, Gift, Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";

const benefits = [
  { key: "offers", icon: Sparkles },
  { key: "discounts", icon: BadgePercent },
  { key: "free", icon: Gift },
] as const;

/** What the programme brings. */
export function Benefits() {
  const t = useTranslations("campus.benefits");
  return (
    <ul className="mb-8 grid gap-3 sm:grid-cols-3">
      {benefits.map(({ key, icon: Icon }) => (
        <li key={key} className="flex items-center gap-3 rounded-card bg-paper p-4 text-sm font-semibold">
          <Icon aria-hidden className="size-6 shrink-0" />
          {t(key)}
        </li>
      ))}
    </ul>
  );
}
