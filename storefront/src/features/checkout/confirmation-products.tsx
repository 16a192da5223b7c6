import { useTranslations } from "next-intl";
import { LineExtras } from "@/components/order/line-extras";
import { EnergyLabel } from "@/components/product/energy-label";
import { GuaranteeLabel } from "@/components/product/guarantee-label";
import { Amount } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import type { CheckoutView } from "@/lib/api/types";
import { useFacts, type Facts } from "@/lib/product/use-facts";
import { withUnits } from "@/lib/product/units";

/** The products that are bought, with their essential characteristics, labels, and what they cost. */
export function ConfirmationProducts({ view }: { view: CheckoutView }) {
  const t = useTranslations("checkout.confirmation");
  const facts = useFacts(view.products.map(({ id }) => id));
  return (
    <section aria-labelledby="products" className="mt-8">
      <h2 id="products" className="text-xl">
        {t("products")}
      </h2>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {view.products.map((product) => (
          <li key={product.id} className="grid grid-cols-[auto_1fr_auto] items-start gap-x-4 py-3">
            <ProductImage image={product.image} alt="" size={200} className="row-span-2 size-18 rounded-xl bg-paper" />
            <div className="min-w-0">
              <p className="font-semibold">{withUnits(product.name)}</p>
              <LineExtras line={product} />
              <p className="text-sm text-ink-2">
                {t("quantity", { count: product.quantity })}
                {product.quantity > 1 && (
                  <>
                    {" · "}
                    {t("each")} <Amount value={product.price} />
                  </>
                )}
              </p>
            </div>
            <Amount value={product.total} className="font-bold" />
            <ProductFacts id={product.id} facts={facts.get(product.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FactsProps = { id: number; facts: Facts | undefined };

function ProductFacts({ id, facts }: FactsProps) {
  if (!facts) return null;
  const { highlights, energyClass, energyScale, guarantee } = facts;
  return (
    <div className="col-span-2">
      {/* A dot stands between two on a line: that of a line's first one is cut away. */}
      <p className="mt-1 flex flex-wrap gap-x-[0.7em] overflow-hidden text-sm text-ink-2">
        {highlights.map((highlight) => (
          <span
            key={highlight}
            className="-ml-[0.7em] before:inline-block before:w-[0.7em] before:text-center before:content-['·']"
          >
            {withUnits(highlight)}{" "}
          </span>
        ))}
      </p>
      <div className="mt-2 flex flex-wrap items-start gap-3 text-sm empty:hidden">
        {energyClass && <EnergyLabel size="sm" productId={id} energyClass={energyClass} scale={energyScale} />}
        {guarantee && <GuaranteeLabel productId={id} guarantee={guarantee} />}
      </div>
    </div>
  );
}
