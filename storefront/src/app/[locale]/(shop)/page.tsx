import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { LastSeen } from "@/components/product/last-seen";
import { ProductSlider } from "@/components/product/product-slider";
import { StructuredData } from "@/components/ui/structured-data";
import { ReservedSlot } from "@/features/ads/reserved-slot";
import { CategoryTiles } from "@/features/home/category-tiles";
import { Hero } from "@/features/home/hero";
import { Promises } from "@/features/home/promises";
import { pathIn } from "@/lib/i18n/path";
import { structuredSite } from "@/lib/product/structured";
import { publicPage, shopName } from "@/lib/site/public-page";
import { loadSite } from "@/lib/site/site";
import { fetchHome } from "@/lib/api/catalog";

export async function generateMetadata(): Promise<Metadata> {
  return publicPage("/", await getLocale());
}

export default async function HomePage() {
  const locale = await getLocale();
  const t = await getTranslations("home");
  const { category, origin, withdrawalDays } = await loadSite();
  if (category) redirect(pathIn(locale, `/kategorie/${category}`));
  const home = await fetchHome(locale);
  return (
    <>
      <StructuredData data={structuredSite({ name: await shopName(), origin, withdrawalDays }, locale)} />
      {/* Not a slide's: all but one of them are hidden at any time. */}
      <h1 className="sr-only">{t("title")}</h1>
      <Hero slides={home.slides} />
      <div className="page space-y-14 pt-10 lg:space-y-16">
        <ProductSlider title={t("deals")} cards={home.deals} />
        <ReservedSlot target="home-middle" path="/" />
        <CategoryTiles categories={home.categories} />
        <ProductSlider title={t("topProducts")} cards={home.topProducts} />
        <Promises withdrawalDays={withdrawalDays} />
        <LastSeen />
      </div>
    </>
  );
}
