import { useTranslations } from "next-intl";
import { checkedPages } from "@/lib/accessibility/coverage";

/** What of the shop is tested for barriers automatically: made of what the tests visit. */
export function TestCoverage() {
  const t = useTranslations("accessibility");
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage" className="mt-9 text-xl">
        {t("coverage")}
      </h2>
      <p className="mt-2.5 leading-7 text-ink-2">{t("coverageText")}</p>
      <ul className="mt-2.5 list-disc space-y-1.5 pl-5 leading-7 text-ink-2">
        {checkedPages.map((page) => (
          <li key={page}>{t(`page.${page}`)}</li>
        ))}
      </ul>
    </section>
  );
}
