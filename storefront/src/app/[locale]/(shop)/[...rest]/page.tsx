import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { ContentPage } from "@/features/legal/content-page";
import { loadPage } from "@/lib/site/page";
import { publicPage } from "@/lib/site/public-page";

type Props = { params: Promise<{ rest: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const key = (await params).rest.join("/");
  const locale = await getLocale();
  const { title, description } = await loadPage(key, locale);
  return { title, description, ...(await publicPage(`/${key}`, locale)) };
}

/** Every address that no other route knows: a page that editors put there, or none. */
export default async function OtherPage({ params }: Props) {
  return <ContentPage page={await loadPage((await params).rest.join("/"), await getLocale())} />;
}
