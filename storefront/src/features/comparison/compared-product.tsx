"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConditionMark } from "@/components/product/condition-mark";
import { EnergyLabel } from "@/components/product/energy-label";
import { PriceBlock } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import { WishHeart, roundButton } from "@/components/product/wish-heart";
import type { Card } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { withUnits } from "@/lib/product/units";
import { useSetCompared } from "@/lib/remembered/use-comparison";

/** The head of a product's column. */
export function ComparedProduct({ product }: { product: Card }) {
  const t = useTranslations("comparison");
  const compare = useSetCompared();
  return (
    <div className="relative">
      <ProductImage
        image={product.image}
        alt=""
        size={600}
        className="aspect-square w-full rounded-card bg-paper mix-blend-multiply"
      />
      <button
        type="button"
        aria-label={t("deleteNamed", { name: product.name })}
        onClick={() => compare(product.id, false)}
        className={cn(roundButton, "absolute top-2 right-2")}
      >
        <X aria-hidden className="size-5" />
      </button>
      <WishHeart id={product.id} name={product.name} className="absolute top-2 left-2" />
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-[0.8125rem] wrap-anywhere text-ink-3">
        {product.manufacturer}
        <ConditionMark condition={product.condition} className="bg-paper text-ink" />
      </p>
      <Link
        href={`/produkt/${product.slug}`}
        className="line-clamp-3 min-h-[3lh] leading-snug font-semibold underline-offset-4 hover:underline"
      >
        {withUnits(product.name)}
      </Link>
      {product.energyClass && (
        <div className="mt-2">
          <EnergyLabel productId={product.id} energyClass={product.energyClass} scale={product.energyScale} />
        </div>
      )}
      <div className="mt-2">
        <PriceBlock prices={product.prices} />
      </div>
    </div>
  );
}
