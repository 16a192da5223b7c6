import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BecomeBusinessView } from "@/features/account/become-business-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.becomeBusiness");
  return { title: t("title"), robots: { index: false } };
}

export default function BecomeBusinessPage() {
  return <BecomeBusinessView />;
}
