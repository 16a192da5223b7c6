import { useLocale, useTranslations } from "next-intl";
import { NewTab } from "@/components/ui/new-tab";

const documents = { de: "/documents/campus-terms.pdf", en: "/documents/campus-terms.en.pdf" };

/** What is agreed to with the programme's terms, which open beside the form: a PDF, as it can be kept. */
export function TermsText() {
  const t = useTranslations("campus");
  const document = documents[useLocale()];
  return (
    <span>
      {t.rich("agree", {
        terms: (chunks) => (
          <a href={document} target="_blank" rel="noopener" className="underline underline-offset-4">
            {chunks}
            <NewTab />
          </a>
        ),
      })}
    </span>
  );
}
