import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/ui/breadcrumb";
import { ProductView } from "@/features/product/product-view";
import { Reviews } from "@/features/review/reviews";
import { fetchProduct } from "@/lib/api/catalog";
import { ApiError } from "@/lib/api/error";

type Props = { params: Promise<{ slug: string }> };

const load = cache((slug: string, locale: string) =>
  fetchProduct(slug, locale).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await load((await params).slug, await getLocale());
  return {
    title: product.name,
    description: product.highlights.join(", "),
    alternates: { canonical: `/produkt/${product.slug}` },
  };
}

export default async function ProductPage({ params }: Props) {
  const product = await load((await params).slug, await getLocale());
  return (
    <>
      <div className="page">
        <Breadcrumb crumbs={product.breadcrumb} current={product.name} />
      </div>
      <ProductView product={product} reviews={<Reviews product={product} />} />
    </>
  );
}
