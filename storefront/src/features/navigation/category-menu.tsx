"use client";

import { ChevronLeft, ChevronRight, Menu } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchFlyout, fetchRoots } from "@/lib/api/catalog";
import type { Link as Category } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

const row = "flex min-h-12 w-full items-center justify-between gap-3 rounded-lg px-3 text-left hover:bg-paper";

/** The button that opens the categories, level by level, with a way back. The root level comes with the page; who goes back to it has it read again. */
export function CategoryMenu({ roots }: { roots: Category[] }) {
  const t = useTranslations("navigation");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const [path, setPath] = useState<Category[]>([]);
  const parent = path.at(-1);
  const level = useQuery({
    queryKey: ["flyout", locale, parent?.id],
    queryFn: () => fetchFlyout(parent?.id ?? 0, locale),
    enabled: open && parent !== undefined,
    staleTime: Infinity,
  });
  const [returned, setReturned] = useState(false);
  const again = useQuery({
    queryKey: ["roots", locale],
    queryFn: () => fetchRoots(locale),
    enabled: returned && parent === undefined,
  });
  const entries = parent ? level.data?.children : (again.data ?? roots);
  const back = () => {
    setPath(path.slice(0, -1));
    setReturned(true);
  };
  const close = () => {
    setOpen(false);
    setPath([]);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex h-11 items-center gap-2.5 rounded-full px-2.5 font-semibold hover:bg-paper lg:border lg:border-line-2 lg:px-4.5"
      >
        <Menu aria-hidden className="size-6 lg:size-5" />
        <span className="sr-only lg:not-sr-only">{t("categories")}</span>
      </button>
      <Dialog open={open} onOpenChange={close} title={parent?.name ?? t("all")} side="left">
        <ul className="-mx-3">
          {parent && (
            <>
              <li>
                <button type="button" onClick={back} className={`${row} text-ink-2`}>
                  <span className="flex items-center gap-2">
                    <ChevronLeft aria-hidden className="size-4.5" />
                    {path.at(-2)?.name ?? t("all")}
                  </span>
                </button>
              </li>
              <li>
                <Link href={parent.url} onClick={close} className={`${row} font-semibold`}>
                  {t("showAll")}
                </Link>
              </li>
            </>
          )}
          {parent && level.isPending && <Skeleton className="mx-3 h-40" />}
          {entries?.map((entry) => (
            <li key={entry.id}>
              {entry.hasChildren ? (
                <button type="button" onClick={() => setPath([...path, entry])} className={row}>
                  {entry.name}
                  <ChevronRight aria-hidden className="size-4.5 text-ink-3" />
                </button>
              ) : (
                <Link href={entry.url} onClick={close} className={row}>
                  {entry.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
        {parent && level.isError && (
          <p role="alert" className="text-sm">
            {t("failed")}
          </p>
        )}
      </Dialog>
    </>
  );
}
