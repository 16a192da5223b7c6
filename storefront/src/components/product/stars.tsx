import { Star } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { formatTenths } from "@/lib/i18n/number";

/** Five stars, filled as far as the average says: 43 tenths are 4.3. */
export function Stars({ tenths, className }: { tenths: number; className?: string }) {
  const t = useTranslations("review");
  const locale = useLocale();
  return (
    <span
      role="img"
      aria-label={t("stars", { stars: formatTenths(tenths, locale) })}
      className={cn("relative inline-flex", className)}
    >
      <Row className="text-line-2" />
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${tenths * 2}%` }}>
        <Row className="text-star" />
      </span>
    </span>
  );
}

function Row({ className }: { className: string }) {
  return (
    <span aria-hidden className={cn("flex w-max", className)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} className="size-4.5 shrink-0" fill="currentColor" strokeWidth={0} />
      ))}
    </span>
  );
}
