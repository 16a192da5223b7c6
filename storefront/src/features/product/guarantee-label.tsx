import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Product } from "@/lib/api/types";

/** The producer's guarantee of durability: Implementing Regulation (EU) 2025/1960, beside the product's picture. */
export function GuaranteeLabel({ guarantee }: { guarantee: NonNullable<Product["guarantee"]> }) {
  const t = useTranslations("product.guarantee");
  const { years, brand, model } = guarantee;
  return (
    <details className="mt-4 rounded-card border border-line p-4" data-guarantee={years}>
      <summary className="cursor-pointer font-semibold">GARAN · {t("years", { years })}</summary>
      <p className="mt-2 text-sm text-ink-2">{t("text", { years, brand, model })}</p>
    </details>
  );
}

/** What every buyer has whatever the producer promises: the harmonised notice on the legal guarantee of conformity. */
export function LegalGuarantee() {
  const t = useTranslations("product.legalGuarantee");
  return (
    <section aria-labelledby="legal-guarantee" className="mt-5 flex gap-3 rounded-xl bg-paper px-4 py-3 text-sm">
      <ShieldCheck aria-hidden className="size-5 shrink-0 text-accent" />
      <div>
        <h2 id="legal-guarantee" className="font-semibold">
          {t("title")}
        </h2>
        <p className="mt-0.5 text-ink-2">{t("text")}</p>
        <p className="mt-1">
          <a href={t("url")} rel="noopener" className="underline underline-offset-4">
            {t("link")}
          </a>
        </p>
      </div>
    </section>
  );
}
