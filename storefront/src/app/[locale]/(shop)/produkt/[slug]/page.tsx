import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { StructuredData } from "@/components/ui/structured-data";
import { ProductView } from "@/features/product/product-view";
import { Reviews } from "@/features/review/reviews";
import { fetchProduct } from "@/lib/api/catalog";
import { ApiError } from "@/lib/api/error";
import { structuredPath, structuredProduct } from "@/lib/product/structured";
import { publicPage } from "@/lib/site/public-page";
import { loadSite, siteKey } from "@/lib/site/site";

type Props = { params: Promise<{ slug: string }> };

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
    description: product.highlights.join(", "),
    ...(await publicPage(
      `/produkt/${product.slug}`,
      locale,
      product.images.slice(0, 1).map(({ key }) => `/images/600/${key}`),
    )),
  };
}

export default async function ProductPage({ params }: Props) {
  const locale = await getLocale();
  const loaded = await load((await params).slug, locale);
  const { origin, whiteLabel } = await loadSite();
  // At a partner's, where nobody logs in, nobody can be a student.
  const product = whiteLabel ? { ...loaded, prices: { ...loaded.prices, student: undefined } } : loaded;
  const itself = { name: product.name, url: `/produkt/${product.slug}` };
  return (
    <>
      <StructuredData data={structuredProduct(product, origin, locale)} />
      <StructuredData data={structuredPath([...product.breadcrumb, itself], origin, locale)} />
      <div className="page">
        <Breadcrumb crumbs={product.breadcrumb} current={product.name} />
      </div>
      <ProductView product={product} reviews={<Reviews product={product} />} />
    </>
  );
}
