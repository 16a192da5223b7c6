import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CampusView } from "@/features/campus/campus-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campus");
  return { title: t("title"), robots: { index: false } };
}

export default function CampusPage() {
  return <CampusView />;
}
