import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProductList } from "@/components/product/product-list";
import { Notice } from "@/components/ui/notice";
import type { FilterScope } from "@/lib/api/catalog";
import type { Listing } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { formatInteger } from "@/lib/i18n/number";
import { cutFilters } from "@/lib/listing/cut";
import { selectionOf, selectionParams } from "@/lib/listing/query";
import { FilterPanel } from "./filter-panel";
import { Pagination } from "./pagination";
import { SortSelect } from "./sort-select";

const eagerCards = 4;

type Props = {
  listing: Listing;
  title: string;
  scope: FilterScope;
  /** The listing's path, without filters. */
  path: string;
  /** Parameters that stay whatever is filtered, as categories-stat. */
  fixed?: [string, string][];
  empty: ReactNode;
};

/** A listing: title, sub-categories, filter panel, order, cards and pages. */
export function ListingView({ listing, title, scope, path, fixed = [], empty }: Props) {
  const t = useTranslations("listing");
  const number = formatInteger(listing.total, useLocale());
  const applied = [...fixed, ...selectionParams(selectionOf(listing.filters), listing.filters)];
  const common = { path, params: applied, sort: listing.sort };
  const filterable = listing.filters.length > 0; // a search without a result has nothing to choose from
  return (
    <div className="page">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-3xl lg:text-[2.5rem]">{title}</h1>
        <p role="status" className="text-ink-3">
          {t("count", { count: listing.total, number })}
        </p>
      </header>
      {listing.subcategories.length > 0 && (
        <ul className="-mx-4 mt-4 flex gap-2 overflow-x-auto px-4 py-1 max-sm:scrollbar-none sm:-mx-1 sm:max-h-65 sm:flex-wrap sm:px-1">
          {listing.subcategories.map((category) => (
            <li key={category.id}>
              <Link
                href={category.url}
                className="flex h-10 items-center rounded-full bg-paper px-4 text-sm font-semibold whitespace-nowrap transition-colors hover:bg-ink hover:text-white"
              >
                {category.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {listing.degraded && (
        <Notice tone="warning" className="mt-5">
          {t("degraded")}
        </Notice>
      )}
      <div
        className={cn(
          "mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:mt-8 print:block",
          filterable && "lg:grid-cols-[17rem_minmax(0,1fr)]",
        )}
      >
        {filterable && (
          <FilterPanel
            key={JSON.stringify([applied, listing.filters.length])}
            filters={cutFilters(listing.filters)}
            total={listing.total}
            scope={scope}
            path={path}
            fixed={fixed}
            sort={listing.sort}
          />
        )}
        <div className="min-w-0">
          {filterable && (
            <div className="mb-4 hidden justify-end lg:flex">
              <SortSelect {...common} />
            </div>
          )}
          <h2 className="sr-only">{t("products")}</h2>
          {listing.cards.length > 0 ? (
            <ProductList cards={listing.cards} eager={eagerCards} />
          ) : (
            <div className="rounded-card bg-paper px-6 py-16 text-center text-ink-2">
              {listing.page > 1 ? t("noMore") : empty}
            </div>
          )}
          {listing.cards.length > 0 && <p className="mt-4 text-sm text-ink-3">{t("taxNote")}</p>}
          <Pagination {...common} page={listing.page} pages={listing.pages} />
        </div>
      </div>
    </div>
  );
}
