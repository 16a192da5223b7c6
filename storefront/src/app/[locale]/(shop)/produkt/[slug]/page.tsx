import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { notFound, permanentRedirect } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { StructuredData } from "@/components/ui/structured-data";
import { ProductView } from "@/features/product/product-view";
import { Reviews } from "@/features/review/reviews";
import { fetchProduct } from "@/lib/api/catalog";
import { ApiError } from "@/lib/api/error";
import { pathIn } from "@/lib/i18n/path";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { describeProduct, structuredPath, structuredProduct } from "@/lib/product/structured";
import { publicPage } from "@/lib/site/public-page";
import { loadSite, siteKey } from "@/lib/site/site";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<RawQuery> };

const load = cache(async (slug: string, locale: string) =>
  fetchProduct(slug, locale, await siteKey()).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await getLocale();
  const product = await load((await params).slug, locale);
  return {
    title: product.name,
    description: describeProduct(product),
    ...(await publicPage(
      `/produkt/${product.slug}`,
      locale,
      product.images.map(({ key }) => key),
    )),
  };
}

export default async function ProductPage({ params, searchParams }: Props) {
  const locale = await getLocale();
  const { slug } = await params;
  const loaded = await load(slug, locale);
  if (slug !== loaded.slug) {
    // The API finds a product by the id alone, whatever it was once called.
    const query = toParams(await searchParams).toString();
    permanentRedirect(pathIn(locale, `/produkt/${loaded.slug}`) + (query && `?${query}`));
  }
  const { origin, whiteLabel, withdrawalDays } = await loadSite();
  // At a partner's, where nobody logs in, nobody can be a student.
  const product = whiteLabel ? { ...loaded, prices: { ...loaded.prices, student: undefined } } : loaded;
  const itself = { name: product.name, url: `/produkt/${product.slug}` };
  return (
    <>
      <StructuredData data={structuredProduct(product, { origin, withdrawalDays }, locale)} />
      <StructuredData data={structuredPath([...product.breadcrumb, itself], origin, locale)} />
      <div className="page">
        <Breadcrumb crumbs={product.breadcrumb} current={product.name} />
      </div>
      <ProductView product={product} reviews={<Reviews product={product} />} />
    </>
  );
}
