import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { LegalPage, type LegalText } from "@/features/legal/legal-page";

type Props = { params: Promise<{ section: string }> };

async function load(params: Props["params"]): Promise<LegalText> {
  const { section } = await params;
  const texts: Record<string, LegalText> = (await import(`@messages/legal.${await getLocale()}.json`)).default;
  return (Object.hasOwn(texts, section) ? texts[section] : undefined) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load(params)).title };
}

export default async function LegalSectionPage({ params }: Props) {
  return <LegalPage text={await load(params)} />;
}
