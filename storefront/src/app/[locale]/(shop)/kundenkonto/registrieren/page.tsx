import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RegisterView } from "@/features/account/register-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.register");
  return { title: t("title"), robots: { index: false } };
}

export default function RegisterPage() {
  return <RegisterView />;
}
