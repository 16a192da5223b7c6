"use client";

import { SlidersHorizontal } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { FilterScope } from "@/lib/api/catalog";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/hooks/use-media";
import { formatInteger } from "@/lib/i18n/number";
import { useRouter } from "@/lib/i18n/navigation";
import type { PageFilter } from "@/lib/listing/cut";
import { listingHref, selectedCount } from "@/lib/listing/query";
import { FilterForm } from "./filter-form";
import { SortSelect } from "./sort-select";
import { useFilterDraft } from "./use-filter-draft";

type Props = {
  filters: PageFilter[];
  total: number;
  scope: FilterScope;
  path: string;
  fixed: [string, string][];
  sort: string;
};

/**
 * The filters: a panel at the left on a desktop, a sheet below. Applying them puts the choice into the address, whether or
 * not its products are counted yet.
 */
export function FilterPanel({ filters, total, scope, path, fixed, sort }: Props) {
  const t = useTranslations("filter");
  const locale = useLocale();
  const router = useRouter();
  const desktop = useMedia("(min-width: 1024px)");
  const [open, setOpen] = useState(false);
  const draft = useFilterDraft(scope, filters, fixed);
  const count = selectedCount(draft.selection);
  const params = [...fixed, ...draft.params];
  const apply = () => {
    setOpen(false);
    router.push(listingHref(path, params, sort, 1));
  };
  const actions = (
    <div className="grid gap-1">
      <Button className="px-3" onClick={apply}>
        {t("apply")}
        {draft.total !== undefined && <span className="tabular-nums">({draft.total})</span>}
      </Button>
      {/* Its room is kept: leaving a field to press the button above makes the first choice. The focus would go with it. */}
      <Button
        look="quiet"
        size="sm"
        className={count === 0 ? "invisible" : ""}
        onClick={({ currentTarget }) => {
          currentTarget.parentElement?.querySelector("button")?.focus();
          draft.setSelection({});
        }}
      >
        {t("resetAll")}
      </Button>
    </div>
  );
  const form = <FilterForm draft={draft} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 lg:hidden">
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <SlidersHorizontal aria-hidden className="size-4.5" />
          {t("open")}
          {count > 0 && (
            <span className="tabular-nums">
              ({count}
              <span className="sr-only"> {t("chosen")}</span>)
            </span>
          )}
        </Button>
        <SortSelect path={path} params={params} sort={sort} />
      </div>
      <aside aria-label={t("title")} className="hidden lg:block">
        <h2 className="pb-2 text-sm font-semibold tracking-normal text-ink-2" aria-live="polite">
          {count > 0 ? t("selected", { count }) : t("title")}
        </h2>
        {form}
        <div className={cn("bg-white py-4", draft.changed && "sticky bottom-0 border-t border-line")}>{actions}</div>
      </aside>
      {!desktop && (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={
            count > 0
              ? t("selected", { count })
              : t("titleCount", { number: formatInteger(draft.total ?? total, locale) })
          }
          side="left"
          footer={actions}
        >
          {form}
        </Dialog>
      )}
    </>
  );
}
