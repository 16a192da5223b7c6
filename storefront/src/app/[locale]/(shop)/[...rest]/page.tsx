import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { ContentPage } from "@/features/legal/content-page";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { loadPage } from "@/lib/site/page";
import { publicPage } from "@/lib/site/public-page";

type Props = { params: Promise<{ rest: string[] }>; searchParams: Promise<RawQuery> };

const load = async ({ params, searchParams }: Props) =>
  loadPage((await params).rest.join("/"), toParams(await searchParams).toString(), await getLocale());

export async function generateMetadata(props: Props): Promise<Metadata> {
  const key = (await props.params).rest.join("/");
  const { title, description } = await load(props);
  return { title, description, ...(await publicPage(`/${key}`, await getLocale())) };
}

/** Every address that no other route knows: a page that editors put there, or none. */
export default async function OtherPage(props: Props) {
  return <ContentPage page={await load(props)} />;
}
