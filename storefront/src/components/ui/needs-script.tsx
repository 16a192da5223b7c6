import { getTranslations } from "next-intl/server";
import { Notice } from "./notice";

/** Says to a visitor without JavaScript what works all the same. */
export async function NeedsScript() {
  const t = await getTranslations("common");
  return (
    <noscript>
      <div className="page pt-4">
        <Notice tone="info">{t("needsScript")}</Notice>
      </div>
    </noscript>
  );
}
