import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProductImage } from "@/components/product/product-image";
import { truncateName } from "@/lib/cart/truncate";
import { Link } from "@/lib/i18n/link";

type Props = {
  product: { name: string; image: string; url: string };
  onLeave: () => void;
  onRemove: () => void;
  children: ReactNode;
};

/** A product of a popup, with a button that removes it and gives the focus to the popup's link. */
export function PreviewItem({ product, onLeave, onRemove, children }: Props) {
  const t = useTranslations("cart");
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0">
      <ProductImage image={product.image} alt="" size={100} className="size-14 rounded-lg bg-paper" />
      <div className="min-w-0 flex-1 text-sm">
        <Link href={product.url} className="font-semibold hover:underline" onClick={onLeave}>
          {truncateName(product.name)}
        </Link>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-1 text-ink-3">{children}</div>
      </div>
      <button
        type="button"
        aria-label={t("removeNamed", { name: product.name })}
        onClick={(event) => {
          // The button goes with the product, and the focus would go with it.
          event.currentTarget.closest("[data-preview]")?.querySelector("a")?.focus();
          onRemove();
        }}
        className="grid size-9 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </li>
  );
}
