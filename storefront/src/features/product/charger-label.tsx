import { useTranslations } from "next-intl";
import type { Product } from "@/lib/api/types";

/** Whether a charger comes along, and what the device needs: Directive 2014/53/EU, Annex Ia, near the price. */
export function ChargerLabel({ charger }: { charger: NonNullable<Product["charger"]> }) {
  const t = useTranslations("product.charger");
  const { included, minWatts, maxWatts, powerDelivery } = charger;
  return (
    <div className="mt-4 flex items-center gap-3 text-sm" data-charger={included ? "included" : "none"}>
      <Pictogram included={included} />
      <p>
        <span className="block font-semibold">{included ? t("included") : t("none")}</span>
        <span className="block text-ink-2">
          {t("power", { min: minWatts, max: maxWatts })}
          {powerDelivery && ` · ${t("powerDelivery")}`}
        </span>
      </p>
    </div>
  );
}

// A plug in a box, struck through where none comes along. The text beside it says the same.
function Pictogram({ included }: { included: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 48 48"
      className="size-12 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
    >
      <rect x="2" y="2" width="44" height="44" rx="4" />
      <path d="M18 9v8M30 9v8M13 17h22v8a11 11 0 0 1-22 0zM24 36v7" />
      {!included && <path d="M5 43L43 5" strokeWidth="3.5" />}
    </svg>
  );
}
