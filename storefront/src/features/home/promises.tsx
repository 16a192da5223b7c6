import { CreditCard, PackageCheck, RotateCcw, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";

const promises = [
  { key: "delivery", icon: PackageCheck },
  { key: "return", icon: RotateCcw },
  { key: "payment", icon: CreditCard },
  { key: "warranty", icon: ShieldCheck },
] as const;

/** What a customer can count on. */
export function Promises({ withdrawalDays }: { withdrawalDays: number }) {
  const t = useTranslations("home.promises");
  return (
    <ul className="grid gap-x-8 gap-y-5 border-y border-line py-7 sm:grid-cols-2 lg:grid-cols-4">
      {promises.map(({ key, icon: Icon }) => (
        <li key={key} className="flex gap-3.5">
          <Icon aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={1.75} />
          <div>
            <p className="font-semibold">{t(`${key}.title`, { days: withdrawalDays })}</p>
            <p className="text-sm text-ink-2">{t(`${key}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
