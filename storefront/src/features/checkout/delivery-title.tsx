import { useTranslations } from "next-intl";
import type { ProductView } from "@/lib/api/types";

type Props = { number: number; count: number; products: ProductView[] };

/** Which of several deliveries it is, and what it brings. Nothing where there is only one. */
export function DeliveryTitle({ number, count, products }: Props) {
  const t = useTranslations("checkout.delivery");
  if (count < 2) return null;
  return (
    <>
      <span className="block text-lg font-bold">{t("title", { number, count })}</span>
      {products.map((product) => (
        <span key={product.id} className="block text-sm font-normal text-ink-2">
          {t("product", { count: product.quantity, name: product.name })}
        </span>
      ))}
    </>
  );
}
