import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { StructuredData } from "@/components/ui/structured-data";
import { ReservedSlot } from "@/features/ads/reserved-slot";
import { ListingView } from "@/features/listing/listing-view";
import { NothingChosen } from "@/features/listing/nothing-chosen";
import { fetchCategory } from "@/lib/api/catalog";
import { ApiError } from "@/lib/api/error";
import { formatInteger } from "@/lib/i18n/number";
import { selectionOf, selectionParams, toParams, type RawQuery } from "@/lib/listing/query";
import { structuredPath } from "@/lib/product/structured";
import { publicPage, shopName } from "@/lib/site/public-page";
import { loadSite, siteKey } from "@/lib/site/site";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<RawQuery> };

// The page and its metadata need the same answer: cache makes it one call.
const load = cache(async (slug: string, query: string, locale: string) => {
  const listing = await fetchCategory(slug, new URLSearchParams(query), locale, await siteKey()).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) notFound();
      throw error;
    },
  );
  if (!listing.category) notFound();
  return { ...listing, category: listing.category };
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const locale = await getLocale();
  const { slug } = await params;
  const t = await getTranslations("meta");
  const { category, page, pages, total } = await load(slug, toParams(await searchParams).toString(), locale);
  const title = page > 1 ? t("page", { name: category.name, page }) : category.name;
  // Beyond the last page there is nothing to find, whoever links there, and in a category that is empty now.
  if (page > pages || total === 0) return { title, robots: { index: false } };
  // A later page has products of its own: the first does not stand for it.
  const path = page > 1 ? `/kategorie/${slug}?page=${page}` : `/kategorie/${slug}`;
  const shop = await shopName();
  const number = formatInteger(total, locale);
  const description = t("category", { name: title, shop, count: total, number });
  return { title, description, ...(await publicPage(path, locale)) };
}

export default async function CategoryPage({ params, searchParams }: Props) {
  const t = await getTranslations("listing");
  const locale = await getLocale();
  const listing = await load((await params).slug, toParams(await searchParams).toString(), locale);
  const { category } = listing;
  const chosen = selectionParams(selectionOf(listing.filters), listing.filters).length > 0;
  const above = listing.breadcrumb.filter((crumb) => crumb.url !== category.url);
  return (
    <>
      <StructuredData data={structuredPath([...above, category], (await loadSite()).origin, locale)} />
      <div className="page">
        <Breadcrumb crumbs={above} current={category.name} />
        <ReservedSlot eager target="listing-top" path={category.url} className="mb-6" />
      </div>
      <ListingView
        listing={listing}
        title={category.name}
        scope={{ categoryId: category.id }}
        path={category.url}
        empty={chosen ? <NothingChosen path={category.url} /> : t("emptyCategory")}
      />
    </>
  );
}
