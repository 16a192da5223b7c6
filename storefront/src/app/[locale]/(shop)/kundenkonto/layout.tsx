import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountFrame } from "@/features/account/account-frame";
import { Texts } from "@/lib/i18n/texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account");
  return { title: t("title"), robots: { index: false } };
}

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <Texts of={["account", "campus", "checkout.address", "checkout.card", "postal", "success"]}>
      <AccountFrame>{children}</AccountFrame>
    </Texts>
  );
}
