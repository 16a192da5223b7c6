import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { ListingView } from "@/features/listing/listing-view";
import { fetchSearch } from "@/lib/api/catalog";
import { toParams, type RawQuery } from "@/lib/listing/query";

type Props = { params: Promise<{ searchterm: string }>; searchParams: Promise<RawQuery> };

const maxTermChars = 80;

async function termOf(params: Props["params"]): Promise<string> {
  const { searchterm } = await params;
  try {
    return decodeURIComponent(searchterm).slice(0, maxTermChars);
  } catch {
    return searchterm.slice(0, maxTermChars);
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("search");
  return { title: t("title", { term: await termOf(params) }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const t = await getTranslations("search");
  const term = await termOf(params);
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
