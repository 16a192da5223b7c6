import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { ReservedSlot } from "@/features/ads/reserved-slot";
import { ListingView } from "@/features/listing/listing-view";
import { fetchCategory } from "@/lib/api/catalog";
import { ApiError } from "@/lib/api/error";
import { alternatesOf } from "@/lib/site/alternates";
import { siteKey } from "@/lib/site/site";
import { toParams, type RawQuery } from "@/lib/listing/query";

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
  const { category, page } = await load(slug, toParams(await searchParams).toString(), locale);
  // A later page has products of its own: the first does not stand for it.
  const path = page > 1 ? `/kategorie/${slug}?page=${page}` : `/kategorie/${slug}`;
  return { title: category.name, alternates: alternatesOf(path, locale) };
}

export default async function CategoryPage({ params, searchParams }: Props) {
  const t = await getTranslations("listing");
  const listing = await load((await params).slug, toParams(await searchParams).toString(), await getLocale());
  const { category, breadcrumb } = listing;
  return (
    <>
      <div className="page">
        <Breadcrumb crumbs={breadcrumb.filter((crumb) => crumb.url !== category.url)} current={category.name} />
        <ReservedSlot eager target="listing-top" path={category.url} className="mb-6" />
      </div>
      <ListingView
        listing={listing}
        title={category.name}
        scope={{ categoryId: category.id }}
        path={category.url}
        empty={t("emptyCategory")}
      />
    </>
  );
}
