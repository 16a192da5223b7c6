import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundView } from "@/features/account/not-found-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.notFound");
  return { title: t("title"), robots: { index: false } };
}

export default function UnknownAccountPage() {
  return <NotFoundView />;
}
