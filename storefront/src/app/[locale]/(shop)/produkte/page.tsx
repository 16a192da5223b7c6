import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { pathIn } from "@/lib/i18n/path";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { searchPath, termIn } from "@/lib/listing/term";

type Props = { searchParams: Promise<RawQuery> };

/** Where a browser without scripts sends the header's form: leads on to the search, or home where nothing is searched for. */
export default async function SearchSent({ searchParams }: Props) {
  const term = termIn(toParams(await searchParams).get("query") ?? "");
  redirect(pathIn(await getLocale(), term ? searchPath(term) : "/"));
}
