import { useTranslations } from "next-intl";
import { EnergyLabel } from "@/components/product/energy-label";
import { Amount, BasePrice } from "@/components/product/price";
import type { CartProduct } from "@/lib/api/types";

/**
 * A line's sum beside its energy label, below what one of its product costs, and, where that is reduced, the reference prices
 * of one: they are not to be read as those of the sum.
 */
export function LinePrice({ product }: { product: CartProduct }) {
  const t = useTranslations("price");
  const cart = useTranslations("cart");
  const { uvp, lowest30, price, inCartAsStudentProduct } = product;
  return (
    <>
      {inCartAsStudentProduct && (
        <p className="text-[0.8125rem] font-semibold text-accent-dark">{t("studentApplied")}</p>
      )}
      {product.quantity > 1 && (
        <p className="text-[0.8125rem] text-ink-3">
          {cart("each")} <Amount value={price} />
        </p>
      )}
      {product.base && (
        <div className="text-[0.8125rem] text-ink-3">
          <BasePrice base={product.base} />
        </div>
      )}
      {lowest30 && (
        <p className="text-[0.8125rem] text-ink-3">
          {t("lowest30")} <Amount value={lowest30} />
        </p>
      )}
      {uvp && uvp.minor > price.minor && (
        <p className="text-[0.8125rem] text-ink-3">
          {t("uvp")} <Amount value={uvp} className="line-through" />
        </p>
      )}
      <div className="flex items-end justify-end gap-3">
        {product.energyEfficiency && (
          <EnergyLabel
            productId={product.id}
            energyClass={product.energyEfficiency.label}
            scale={product.energyEfficiency.scale}
          />
        )}
        <div>
          <span className="sr-only">{cart("total")} </span>
          <Amount value={product.total} className="text-[1.375rem] leading-7 font-bold tracking-[-0.02em]" />
        </div>
      </div>
    </>
  );
}
