import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";

/** What an empty cart shows. */
export function EmptyCart() {
  const t = useTranslations("cart");
  return (
    <div className="page grid min-h-[50vh] place-content-center justify-items-center py-20 text-center">
      <ShoppingCart aria-hidden className="size-14 text-line-2" strokeWidth={1.25} />
      <h1 className="mt-5 text-2xl lg:text-3xl">{t("emptyTitle")}</h1>
      <p className="mt-2 text-ink-2">{t("empty")}</p>
      <Link href="/" className={buttonClass("primary", "lg", "mt-7")}>
        {t("browse")}
      </Link>
    </div>
  );
}
