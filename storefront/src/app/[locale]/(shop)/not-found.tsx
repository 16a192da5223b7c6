import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notFound");
  return { title: t("title") };
}

export default function NotFoundPage() {
  const t = useTranslations("notFound");
  return (
    <div className="page grid min-h-[55vh] place-content-center justify-items-center py-16 text-center">
      <p className="text-lg font-semibold text-accent">{t("code")}</p>
      <h1 className="mt-2 text-3xl lg:text-5xl">{t("title")}</h1>
      <p className="mt-3 max-w-md text-ink-2">{t("text")}</p>
      <Link href="/" className={buttonClass("primary", "lg", "mt-7")}>
        {t("home")}
      </Link>
    </div>
  );
}
