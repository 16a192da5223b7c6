"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { fetchFilters, type FilterScope } from "@/lib/api/catalog";
import { report } from "@/lib/monitor/report";
import type { PageFilter } from "@/lib/listing/cut";
import { inOrderOf, selectionOf, selectionParams, selectionRecord, withNew, type Selection } from "@/lib/listing/query";

/**
 * What is chosen but not yet applied, and the filters with the counts of that choice. The page's own filters stand until
 * something is changed, and stay when the call fails or answers with none, which is only reported; values keep their places
 * whatever is counted. fixed are parameters that are counted with whatever is chosen. What the page has not of a long list
 * comes with the counts, and complete asks for it; where that brought nothing, it is incomplete until retry does.
 */
export function useFilterDraft(scope: FilterScope, initial: PageFilter[], fixed: [string, string][]) {
  const locale = useLocale();
  const [{ selection, known }, setDraft] = useState(() => ({ selection: selectionOf(initial), known: initial }));
  const chosen = selectionRecord(selection, known);
  const changed = JSON.stringify(chosen) !== JSON.stringify(selectionRecord(selectionOf(initial), initial));
  const [whole, setWhole] = useState(false);
  const record = { ...Object.fromEntries(fixed), ...chosen };
  const query = useQuery({
    queryKey: ["filters", locale, scope, record],
    queryFn: () => fetchFilters(scope, record, locale),
    enabled: changed || whole,
    placeholderData: keepPreviousData,
  });
  const empty = query.isSuccess && query.data.filters.length === 0;
  useEffect(() => {
    if (empty) report("report", "query" in scope ? "No Search Filters returned" : "No Category Filters returned");
  }, [empty, scope]);
  const counted = (changed || whole) && query.data && !empty ? query.data : undefined;
  const filters = counted ? inOrderOf(known, counted.filters) : initial;
  return {
    selection,
    setSelection: (next: Selection) => setDraft({ selection: next, known: withNew(known, filters) }),
    /** The choice as the address has it. */
    params: selectionParams(selection, known),
    changed,
    filters,
    complete: () => setWhole(true),
    incomplete: whole && !counted && !query.isFetching,
    retry: query.refetch,
    total: changed ? counted?.total : undefined,
    loading: query.isFetching,
  };
}
