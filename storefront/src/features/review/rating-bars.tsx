import { useTranslations } from "next-intl";
import type { Rating } from "@/lib/api/types";

/** How many gave five stars, four, and so on. */
export function RatingBars({ rating }: { rating: Rating }) {
  const t = useTranslations("review");
  return (
    <ul className="space-y-1 text-sm">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = rating.stars[stars - 1] ?? 0;
        return (
          <li key={stars} className="grid grid-cols-[5rem_1fr_2rem] items-center gap-2.5">
            <span>{t("barStars", { stars })}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-paper-2 forced-colors:border">
              <span
                className="block h-full rounded-full bg-star forced-colors:bg-[Highlight]"
                style={{ width: `${(100 * count) / Math.max(rating.count, 1)}%` }}
              />
            </span>
            <span className="text-right tabular-nums">{count}</span>
          </li>
        );
      })}
    </ul>
  );
}
