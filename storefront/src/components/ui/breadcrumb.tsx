import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Crumb } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

/** The way from the home page to this one; the last entry is this page itself when current is set. */
export function Breadcrumb({ crumbs, current }: { crumbs: Crumb[]; current?: string }) {
  const t = useTranslations("common");
  const links = [{ name: t("home"), url: "/" }, ...crumbs];
  return (
    <nav aria-label={t("breadcrumb")} className="-mx-1 scrollbar-none overflow-x-auto px-1 py-3 text-sm">
      <ol className="flex items-center gap-1.5 whitespace-nowrap text-ink-3">
        {links.map((crumb, index) => (
          <li key={crumb.url} className="flex shrink-0 items-center gap-1.5">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5" />}
            <Link href={crumb.url} className="underline-offset-4 hover:text-ink hover:underline">
              {crumb.name}
            </Link>
          </li>
        ))}
        {current && (
          <li aria-current="page" className="flex min-w-32 items-center gap-1.5 text-ink">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            <span className="max-w-72 truncate">{current}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
