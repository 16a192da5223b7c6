import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LoginView } from "@/features/account/login-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.login");
  return { title: t("title"), robots: { index: false } };
}

export default function LoginPage() {
  return <LoginView />;
}
