import { useTranslations } from "next-intl";
import type { Link as Category } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

/** The root categories in a row below the header, on a desktop. */
export function CategoryBar({ roots }: { roots: Category[] }) {
  const t = useTranslations("navigation");
  return (
    <nav aria-label={t("main")} className="hidden lg:block">
      <ul className="page scrollbar-none flex h-[38px] gap-7 overflow-x-auto">
        {roots.map((category) => (
          <li key={category.id}>
            <Link
              href={category.url}
              className="flex h-full items-start pt-1 text-[0.9375rem] whitespace-nowrap text-ink-2 decoration-2 underline-offset-8 hover:text-ink hover:underline focus-visible:-outline-offset-2"
            >
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
