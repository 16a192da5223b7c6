"use client";

import { useTranslations } from "next-intl";
import { AccordionItem } from "@/components/ui/accordion";
import { selectedCount, withChoice } from "@/lib/listing/query";
import { FilterOptions } from "./filter-options";
import { FilterRange } from "./filter-range";
import type { useFilterDraft } from "./use-filter-draft";

/** All filters as accordions, each with a link that resets it. */
export function FilterForm({ draft }: { draft: ReturnType<typeof useFilterDraft> }) {
  const t = useTranslations("filter");
  const { selection, setSelection, filters, loading } = draft;
  return (
    <div className="relative" aria-busy={loading}>
      <div className="border-line wrap-anywhere lg:border-t">
        {filters.map((filter) => {
          const choice = selection[filter.id];
          const count = selectedCount(choice ? { [filter.id]: choice } : {});
          return (
            <AccordionItem
              key={filter.id}
              opened={filter.open || choice !== undefined}
              title={
                <>
                  {filter.name}
                  {count > 0 && (
                    <span className="ml-1.5 font-normal text-ink-3 tabular-nums">
                      ({count}
                      <span className="sr-only"> {t("chosen")}</span>)
                    </span>
                  )}
                </>
              }
              aside={
                choice && (
                  <button
                    type="button"
                    aria-label={t("resetNamed", { name: filter.name })}
                    onClick={({ currentTarget }) => {
                      // It goes with the choice, and the focus would go with it: the filter's own button is beside it.
                      currentTarget.parentElement?.querySelector("button")?.focus();
                      setSelection(withChoice(selection, filter.id, undefined));
                    }}
                    className="py-2 text-sm text-ink-2 underline underline-offset-4 hover:text-ink"
                  >
                    {t("reset")}
                  </button>
                )
              }
            >
              {filter.filterType === "range" ? (
                <FilterRange
                  filter={filter}
                  choice={choice}
                  onChange={(next) => setSelection(withChoice(selection, filter.id, next))}
                />
              ) : (
                <FilterOptions filter={filter} draft={draft} />
              )}
            </AccordionItem>
          );
        })}
      </div>
      {loading && (
        // It takes no room: what stands below would move away from under the pointer that is about to press it.
        <div
          role="status"
          className="pointer-events-none sticky bottom-24 z-10 mx-auto -mt-15 h-15 w-fit animate-fade rounded-xl bg-ink px-4 py-2.5 text-center text-sm text-white shadow-pop"
        >
          <p className="font-semibold">{t("loadingTitle")}</p>
          <p>{t("loadingText")}</p>
        </div>
      )}
    </div>
  );
}
