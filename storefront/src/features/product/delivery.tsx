import { Truck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { Availability } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useFormatter } from "@/lib/i18n/use-formatter";

const looks = { available: "text-good", few: "text-warn", none: "text-ink-2" };

/** Whether a product can be had, and between which days it would arrive. */
export function Delivery({ availability }: { availability: Availability }) {
  const t = useTranslations("product");
  const format = useFormatter();
  // In English figures alone could be read both ways.
  const month = useLocale() === "en" ? "short" : "numeric";
  const { state, quantity, deliveryFrom, deliveryTo } = availability;
  const day = (date: string) =>
    format.dateTime(new Date(`${date.slice(0, 10)}T12:00:00Z`), { weekday: "short", day: "numeric", month });
  return (
    <div className="mt-5 flex gap-3 border-t border-line pt-4">
      <Truck aria-hidden className={cn("mt-0.5 size-5 shrink-0", looks[state])} />
      <div>
        <p className={cn("font-semibold", looks[state])}>
          {state === "few" ? t("few", { quantity: quantity ?? 1 }) : t(state === "none" ? "outOfStock" : "inStock")}
        </p>
        {deliveryFrom && deliveryTo && (
          <p className="text-sm text-balance text-ink-2">
            {t("delivery", { from: day(deliveryFrom), to: day(deliveryTo) })}
          </p>
        )}
      </div>
    </div>
  );
}
