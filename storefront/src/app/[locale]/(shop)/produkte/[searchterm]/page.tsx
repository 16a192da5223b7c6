import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { ListingView } from "@/features/listing/listing-view";
import { fetchSearch } from "@/lib/api/catalog";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { termOf } from "@/lib/listing/term";

type Props = { params: Promise<{ searchterm: string }>; searchParams: Promise<RawQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("search");
  return { title: t("title", { term: termOf((await params).searchterm) }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const t = await getTranslations("search");
  const term = termOf((await params).searchterm);
  const query = toParams(await searchParams);
  const listing = await fetchSearch(term, query, await getLocale());
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
        path={`/produkte/${encodeURIComponent(term)}`}
        fixed={category ? [["categories-stat", category]] : []}
        empty={t("nothing", { term })}
      />
    </>
  );
}
