import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";

/** The account's page for addresses that it does not know. */
export function NotFoundView() {
  const t = useTranslations("account.notFound");
  return (
    <div className="grid min-h-[45vh] place-content-center justify-items-center text-center">
      <h1 className="text-3xl lg:text-4xl">{t("title")}</h1>
      <p className="mt-3 text-ink-2">{t("text")}</p>
      <Link href="/kundenkonto" className={buttonClass("primary", "lg", "mt-7")}>
        {t("overview")}
      </Link>
    </div>
  );
}
