import { useTranslations } from "next-intl";
import type { Product } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { withUnits } from "@/lib/product/units";

/** The technical data, with a swatch where a value is a colour, and what the producer says of updates and repair; nothing where nothing is known. */
export function SpecTable({ product }: { product: Product }) {
  const t = useTranslations("product");
  const format = useFormatter();
  const { durability } = product;
  if (product.attributes.length === 0 && !durability && !product.ean && !product.dataSheet) return null;
  return (
    <section aria-labelledby="specs">
      <h2 id="specs" className="text-2xl">
        {t("specs")}
      </h2>
      <dl className="mt-4 border-t border-line">
        {product.attributes.map((attribute) => (
          <Row key={attribute.key} label={attribute.label}>
            {attribute.hex && (
              <span
                aria-hidden
                style={{ backgroundColor: attribute.hex }}
                className="size-4.5 rounded-full border border-line-2 forced-color-adjust-none"
              />
            )}
            {withUnits(attribute.unit ? `${attribute.value} ${attribute.unit}` : attribute.value)}
          </Row>
        ))}
        {durability?.updatesUntil && (
          <Row label={t("durability.updates")}>
            {format.dateTime(new Date(durability.updatesUntil), { dateStyle: "medium", timeZone: "UTC" })}
          </Row>
        )}
        {durability?.repairScore && <Row label={t("durability.score")}>{durability.repairScore}</Row>}
        {durability?.repair && <Row label={t("durability.repair")}>{durability.repair}</Row>}
        {product.ean && <Row label={t("ean")}>{product.ean}</Row>}
        {product.dataSheet && (
          <Row label={t("dataSheet")}>
            <a href={product.dataSheet} className="underline underline-offset-4">
              {t("dataSheetLink")}
            </a>
          </Row>
        )}
      </dl>
    </section>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-4 border-b border-line py-2.5 max-xs:gap-2 sm:grid-cols-[2fr_3fr]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="flex items-center gap-2 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
