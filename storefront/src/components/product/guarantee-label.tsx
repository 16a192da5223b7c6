import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Product } from "@/lib/api/types";

type Props = { productId: number; guarantee: NonNullable<Product["guarantee"]> };

/**
 * The producer's guarantee of durability: Regulation (EU) 2025/1960, annex II. Nested, so that the first click shows the
 * whole label; the words below it say the same to those who do not see it.
 */
export function GuaranteeLabel({ productId, guarantee }: Props) {
  const t = useTranslations("product.guarantee");
  const { years, brand, model } = guarantee;
  return (
    <details className="group w-fit max-w-full" data-guarantee={years}>
      <summary className="flex w-fit cursor-pointer list-none items-stretch overflow-hidden rounded-md border border-[#003399] leading-none font-bold [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-1 bg-[#003399] px-2.5 py-2 text-white">
          <span className="sr-only">{t("name")} </span>
          GARAN
          <Check aria-hidden strokeWidth={3.5} className="size-4 text-[#ffed00]" />
        </span>
        <span className="px-2.5 py-2 text-[#003399]">{t("years", { years })}</span>
      </summary>
      <div className="mt-3 rounded-card border border-line bg-white p-4">
        <img
          src={`/images/guarantee/${productId}`}
          alt=""
          width={380}
          height={400}
          loading="lazy"
          className="h-auto w-full max-w-95"
        />
        <p className="mt-3 max-w-95 text-sm text-ink-2">{t("text", { years, brand, model })}</p>
      </div>
    </details>
  );
}
