import { useTranslations } from "next-intl";
import { withUnits } from "@/lib/product/units";

/** The description; blank lines part paragraphs, and what stands on lines of its own stays there. */
export function Description({ text }: { text: string }) {
  const t = useTranslations("product");
  if (!text) return null;
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="text-2xl">
        {t("description")}
      </h2>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <p key={index} className="mt-3 max-w-[65ch] text-base leading-7 whitespace-pre-line text-ink-2">
          {withUnits(paragraph)}
        </p>
      ))}
    </section>
  );
}
