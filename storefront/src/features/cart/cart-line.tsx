"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { BundleList } from "@/components/product/bundle-list";
import { ConditionMark } from "@/components/product/condition-mark";
import { GuaranteeLabel } from "@/components/product/guarantee-label";
import { ProductImage } from "@/components/product/product-image";
import { WishHeart } from "@/components/product/wish-heart";
import { Quantity } from "@/components/ui/quantity";
import type { CartProduct } from "@/lib/api/types";
import { truncateName } from "@/lib/cart/truncate";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import type { Facts } from "@/lib/product/use-facts";
import { CartWarranty } from "./cart-warranty";
import { LinePrice } from "./line-price";
import { useQuantity } from "./use-quantity";

type Props = {
  product: CartProduct;
  facts: Facts | undefined;
  onRemove: () => void;
  onWarranty: (id: number) => Promise<unknown>;
};

/** One product of the cart. */
export function CartLine({ product, facts, onRemove, onWarranty }: Props) {
  const t = useTranslations("cart");
  const { quantity, change, cut, saving, error } = useQuantity(product);
  const none = product.maxQuantity === 0; // then the shop takes no quantity of it, it can only be removed
  return (
    <li
      data-product-id={product.id}
      data-article-number={product.articleNumber}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 py-5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-x-6"
    >
      <Link
        href={product.url}
        tabIndex={-1}
        aria-hidden
        className="row-span-2 self-start overflow-hidden rounded-xl bg-paper"
      >
        <ProductImage image={product.image} alt="" size={200} className="w-full mix-blend-multiply" />
      </Link>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-[0.8125rem] text-ink-3">{product.manufacturer}</p>
          <Link
            href={product.url}
            title={product.name}
            className="font-semibold underline-offset-4 hover:underline sm:text-lg"
          >
            <span className="print:hidden">{truncateName(product.name)}</span>
            <span className="hidden print:inline">{product.name}</span>
          </Link>
          <p className="text-[0.8125rem] text-ink-3">{t("articleNumber", { number: product.articleNumber })}</p>
          <ConditionMark condition={product.condition} className="mt-1 bg-paper" />
          <p className={cn("mt-1 text-sm font-medium", product.available ? "text-good" : "text-bad")}>
            {t(product.available ? "available" : "notAvailable")}
          </p>
          {facts?.guarantee && (
            <div className="mt-2 text-sm">
              <GuaranteeLabel productId={product.id} guarantee={facts.guarantee} />
            </div>
          )}
        </div>
        <div className="flex shrink-0 max-sm:flex-col-reverse max-sm:justify-end">
          <WishHeart id={product.id} name={product.name} className="border-transparent" />
          <button
            type="button"
            aria-label={t("removeNamed", { name: product.name })}
            onClick={onRemove}
            className="grid size-10 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      </div>
      <div className="col-span-2 sm:col-span-1">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Quantity
            value={quantity}
            min={none ? quantity : 1}
            max={none ? quantity : product.maxQuantity}
            label={t("quantityOf", { name: product.name })}
            of={product.name}
            onChange={change}
            onCut={none ? undefined : cut}
          />
          <div aria-busy={saving} className={cn("ml-auto text-right transition-colors", saving && "text-ink-3")}>
            <LinePrice product={product} />
          </div>
        </div>
        <p role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
          {error}
        </p>
        <BundleList parts={product.bundle} className="mt-4" />
        {product.warranties.length > 0 && <CartWarranty product={product} onChoose={onWarranty} />}
      </div>
    </li>
  );
}
