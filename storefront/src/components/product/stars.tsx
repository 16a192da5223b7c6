import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { starsMarkup } from "./stars-markup";

/** Five stars, filled as far as the average says: 43 tenths are 4.3. */
export function Stars({ tenths, className }: { tenths: number; className?: string }) {
  const t = useTranslations("review");
  const locale = useLocale();
  return (
    <span
      className={cn("inline-flex", className)}
      dangerouslySetInnerHTML={{ __html: starsMarkup(tenths, t, locale).html }}
    />
  );
}
