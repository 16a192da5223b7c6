import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";

/** Says that no product of a category has all that was chosen, and leads to all of them. */
export function NothingChosen({ path }: { path: string }) {
  const t = useTranslations("nothingFound");
  return (
    <>
      <p>{t("chosen")}</p>
      <Link href={path} className={buttonClass("secondary", "md", "mt-5")}>
        {t("withoutFilters")}
      </Link>
    </>
  );
}
