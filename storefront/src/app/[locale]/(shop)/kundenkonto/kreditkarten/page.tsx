import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CardsView } from "@/features/account/cards-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.cards");
  return { title: t("title"), robots: { index: false } };
}

export default function CardsPage() {
  return <CardsView />;
}
