import { useTranslations } from "next-intl";
import { Amount } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import type { CheckoutView } from "@/lib/api/types";

/** The products that are bought, with what they cost. */
export function ConfirmationProducts({ view }: { view: CheckoutView }) {
  const t = useTranslations("checkout.confirmation");
  return (
    <section aria-labelledby="products" className="mt-8">
      <h2 id="products" className="text-xl">
        {t("products")}
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {view.products.map((product) => (
          <li key={product.id} className="flex items-center gap-4 py-3">
            <ProductImage image={product.image} alt="" size={200} className="size-18 rounded-xl bg-paper" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{product.name}</p>
              <p className="text-sm text-ink-2">
                {t("quantity", { count: product.quantity })} · <Amount value={product.price} />
              </p>
            </div>
            <Amount value={product.total} className="font-bold" />
          </li>
        ))}
      </ul>
    </section>
  );
}
