import { ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Link as Category } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

/** The root categories as large links. */
export function CategoryTiles({ roots }: { roots: Category[] }) {
  const t = useTranslations("home");
  if (roots.length === 0) return null;
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="mb-4 text-2xl lg:text-[1.75rem]">
        {t("categories")}
      </h2>
      <ul className="flex flex-wrap gap-2.5">
        {roots.slice(0, 10).map((category) => (
          <li key={category.id} className="min-w-0 grow basis-[45%] md:basis-[30%] lg:basis-[18%]">
            <Link
              href={category.url}
              className="group flex h-20 items-center justify-between gap-2 rounded-card bg-paper px-4 text-[1.0625rem] font-semibold tracking-[-0.01em] transition-colors hover:bg-ink hover:text-white sm:gap-3 sm:px-5 lg:h-24"
            >
              <span className="min-w-0 hyphens-auto">{category.name}</span>
              <ArrowUpRight
                aria-hidden
                className="size-5 shrink-0 text-ink-3 transition-colors group-hover:text-white"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
