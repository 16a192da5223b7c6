import { useTranslations } from "next-intl";

/** Ends a link that opens a tab of its own, and says so. */
export function NewTab() {
  const t = useTranslations("common");
  return (
    <span className="new-tab">
      <span className="sr-only"> {t("newTab")}</span>
    </span>
  );
}
