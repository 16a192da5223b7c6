import { GraduationCap } from "lucide-react";
import { useTranslations } from "next-intl";
import { EnergyLabel } from "@/components/product/energy-label";
import { Amount, PriceBlock } from "@/components/product/price";
import type { Product } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";
import { ChargerLabel } from "./charger-label";

/** The price with its references, what it includes, the energy arrow beside it, and the price for students. */
export function ProductPrice({ product }: { product: Product }) {
  const t = useTranslations("price");
  const { prices, energy } = product;
  return (
    <div>
      <div className="flex items-start justify-between gap-4">
        <PriceBlock prices={prices} size="lg" />
        {energy && <EnergyLabel size="lg" productId={product.id} energyClass={energy.class} scale={energy.scale} />}
      </div>
      <p className="mt-1.5 text-sm text-ink-2">
        {t.rich("included", {
          rate: product.taxRate / 100,
          link: (chunks) => (
            <Link href="/infocenter/section/terms" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      {prices.student && (
        <p className="mt-4 flex items-center gap-2.5 rounded-xl bg-paper px-3.5 py-2.5 text-sm">
          <GraduationCap aria-hidden className="size-5 shrink-0 text-accent" />
          <span>
            <Link href="/studentenprogramm" className="underline underline-offset-4">
              {t("student")}
            </Link>{" "}
            <Amount value={prices.student} className="font-semibold" />
          </span>
        </p>
      )}
      {product.charger && <ChargerLabel charger={product.charger} />}
      {energy?.sheet && (
        <p className="mt-3 text-sm">
          <a href={energy.sheet} className="underline underline-offset-4">
            {t("sheet")}
          </a>
        </p>
      )}
    </div>
  );
}
