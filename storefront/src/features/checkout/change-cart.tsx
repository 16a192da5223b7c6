import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";

/** The way out of the checkout to what is bought. */
export function ChangeCart({ className }: { className?: string }) {
  const t = useTranslations("checkout");
  return (
    <Link href="/warenkorb" className={cn("inline-block py-1 underline underline-offset-4", className)}>
      {t("changeCart")}
    </Link>
  );
}
