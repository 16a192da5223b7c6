import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Unbroken } from "@/components/ui/unbroken";
import { NewsletterForm } from "@/features/newsletter/newsletter-form";
import { NewsletterFrame } from "@/features/newsletter/newsletter-frame";
import { publicPage } from "@/lib/site/public-page";
import { loadSite } from "@/lib/site/site";

async function introduction() {
  const t = await getTranslations("newsletter");
  const { whiteLabel, name } = await loadSite();
  return whiteLabel ? t("textPartner", { name }) : t("text"); // the list and its mails are the shop's own
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("newsletter");
  const description = await introduction();
  return { title: t("title"), description, ...(await publicPage("/newsletter", await getLocale())) };
}

export default async function NewsletterPage() {
  const t = await getTranslations("newsletter");
  return (
    <NewsletterFrame title={t("title")}>
      <p className="text-ink-2">
        <Unbroken text={await introduction()} />
      </p>
      <NewsletterForm type="page" />
    </NewsletterFrame>
  );
}
