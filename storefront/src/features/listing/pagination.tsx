import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { listingHref } from "@/lib/listing/query";
import { pageWindow } from "@/lib/listing/page-window";

type Props = { path: string; params: [string, string][]; sort: string; page: number; pages: number };

const cell =
  "grid h-11 min-w-9 place-items-center rounded-full px-1.5 max-xs:min-w-8 max-xs:px-0.5 sm:min-w-11 sm:px-3 font-semibold tabular-nums";

/** Links to the pages around this one, the first and the last. A page past the end has the last before it. */
export function Pagination({ path, params, sort, page, pages }: Props) {
  const t = useTranslations("listing");
  if (pages < 2) return null;
  const href = (to: number) => listingHref(path, params, sort, to);
  return (
    <nav aria-label={t("pages")} className="mt-8 flex justify-center">
      <ul className="flex items-center gap-0.5 sm:gap-1">
        {page > 1 && (
          <li>
            <Link
              href={href(Math.min(page - 1, pages))}
              rel="prev"
              aria-label={t("previousPage")}
              className={cn(cell, "hover:bg-paper")}
            >
              <ChevronLeft aria-hidden className="size-5" />
            </Link>
          </li>
        )}
        {pageWindow(page, pages).map((entry, index) =>
          entry === "gap" ? (
            <li key={`gap-${index}`} aria-hidden className="text-ink-3 sm:px-1">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                href={href(entry)}
                aria-label={t("page", { page: entry })}
                aria-current={entry === page ? "page" : undefined}
                className={cn(cell, entry === page ? "bg-ink text-white forced-colors:border" : "hover:bg-paper")}
              >
                {entry}
              </Link>
            </li>
          ),
        )}
        {page < pages && (
          <li>
            <Link href={href(page + 1)} rel="next" aria-label={t("nextPage")} className={cn(cell, "hover:bg-paper")}>
              <ChevronRight aria-hidden className="size-5" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
