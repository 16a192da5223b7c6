import { getLocale, getTranslations } from "next-intl/server";
import { fetchSuggestions } from "@/lib/api/catalog";
import { Link } from "@/lib/i18n/link";
import { searchPath, wordsOf } from "@/lib/listing/term";

type Props = {
  term: string;
  /** The search was one in a category, or with filters. */
  narrowed: boolean;
};

/** Says that a search has found nothing, and which nearby ones find something. */
export async function NothingFound({ term, narrowed }: Props) {
  const [t, locale] = await Promise.all([getTranslations("nothingFound"), getLocale()]);
  const texts = narrowed ? [term, ...wordsOf(term)] : wordsOf(term);
  const found = await Promise.all(texts.map((text) => fetchSuggestions(text, 1, locale).catch(() => [])));
  const others = texts.filter((_, index) => found[index]?.length);
  return (
    <>
      <p>{t("text", { term })}</p>
      {others.length > 0 && (
        <div className="mt-6">
          <h2 className="font-semibold tracking-normal text-ink">{t("others")}</h2>
          <ul className="mt-3 flex flex-wrap justify-center gap-2">
            {others.map((text) => (
              <li key={text}>
                <Link
                  href={searchPath(text)}
                  className="flex min-h-10 items-center rounded-full border border-line-2 bg-white px-4 text-sm font-semibold text-ink transition-colors hover:bg-ink hover:text-white"
                >
                  {narrowed && text === term ? t("everywhere", { term }) : text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
