import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LegalNotice } from "@/components/market/legal-notice";
import type { Product } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

/** Who made the product, how to reach them, and warnings: Regulation (EU) 2023/988, article 19; and its disposal. */
export function SafetyBlock({ product }: { product: Product }) {
  const t = useTranslations("product");
  const { safety } = product;
  return (
    <section aria-labelledby="safety" className="h-fit rounded-card bg-paper p-6">
      <h2 id="safety" className="text-xl">
        {t("safety.title")}
      </h2>
      <dl className="mt-4 space-y-4 text-sm">
        {safety.manufacturer && (
          <Entry label={t("safety.manufacturer")}>
            <span className="block font-medium">{safety.manufacturer}</span>
            <span className="block">{safety.address}</span>
            <span className="block break-words">{safety.contact}</span>
          </Entry>
        )}
        {safety.responsible && <Entry label={t("safety.responsible")}>{safety.responsible}</Entry>}
        <Entry label={t("safety.identification")}>
          {product.name}, {t("articleNumber", { number: product.articleNumber })}
        </Entry>
        {safety.warnings && <Entry label={t("safety.warnings")}>{safety.warnings}</Entry>}
        <LegalNotice of="disposal">
          <Entry label={t("safety.disposal")}>
            <span className="flex items-center gap-3">
              <BinSymbol />
              <span>
                {t("safety.disposalText")}{" "}
                <Link href="/infocenter/section/recycling" className="underline underline-offset-4">
                  {t("safety.disposalMore")}
                </Link>
              </span>
            </span>
          </Entry>
        </LegalNotice>
      </dl>
    </section>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

// The crossed-out bin that section 18a of the ElektroG wants seen with electrical devices.
function BinSymbol() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 40 48"
      className="h-11 w-9 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M10 14h20l-2 24H12zM8 14h24M16 14l1-4h6l1 4M14 38a3 3 0 1 0 .1 0M18 20v12M22 20v12" />
      <path d="M5 6l30 34M35 6L5 40" strokeWidth="2.5" />
      <path d="M6 46h28" strokeWidth="4" />
    </svg>
  );
}
