import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ProductList } from "@/components/product/product-list";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { CategoryTiles } from "@/features/home/category-tiles";
import { ListingView } from "@/features/listing/listing-view";
import { NothingFound } from "@/features/listing/nothing-found";
import { fetchHome, fetchSearch } from "@/lib/api/catalog";
import { pathIn } from "@/lib/i18n/path";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { searchPath, termIn, termOf } from "@/lib/listing/term";
import { siteKey } from "@/lib/site/site";

type Props = { params: Promise<{ searchterm: string }>; searchParams: Promise<RawQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("search");
  // Next.js gives the parts of an address decoded here, and as they stand in the address to the page.
  return { title: t("title", { term: termIn((await params).searchterm) }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const t = await getTranslations("search");
  const term = termOf((await params).searchterm);
  const locale = await getLocale();
  if (!term) redirect(pathIn(locale, "/"));
  const query = toParams(await searchParams);
  const listing = await fetchSearch(term, query, locale, await siteKey());
  const category = query.get("categories-stat");
  return (
    <>
      <div className="page">
        <Breadcrumb crumbs={[]} current={t("results")} />
      </div>
      <ListingView
        listing={listing}
        title={t("title", { term })}
        scope={{ query: term }}
        path={searchPath(term)}
        fixed={category ? [["categories-stat", category]] : []}
        empty={<NothingFound term={term} narrowed={category !== null || listing.selectedCount > 0} />}
      />
      {listing.total === 0 && <WaysOn />}
    </>
  );
}

const topProducts = 8;

/** The ways on from a search without a result: the categories, and what sells best. */
async function WaysOn() {
  const [t, locale, site] = await Promise.all([getTranslations("home"), getLocale(), siteKey()]);
  const home = await fetchHome(locale, site).catch(() => undefined);
  const top = home?.topProducts.slice(0, topProducts) ?? [];
  return (
    <div className="page mt-14 space-y-14 lg:mt-16 lg:space-y-16">
      <CategoryTiles categories={home?.categories ?? []} />
      {top.length > 0 && (
        <section aria-labelledby="top-products">
          <h2 id="top-products" className="mb-4 text-2xl lg:text-[1.75rem]">
            {t("topProducts")}
          </h2>
          <ProductList cards={top} eager={0} />
        </section>
      )}
    </div>
  );
}
