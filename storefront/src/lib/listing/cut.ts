import type { Filter } from "@/lib/api/types";

/** A filter of a page. Of one that is cut, the page has the first values alone. */
export type PageFilter = Filter & { cut?: boolean };

const most = 40;

/** The filters as a page has them: a long list that is folded in is cut, and read when somebody opens it. */
export const cutFilters = (filters: Filter[]): PageFilter[] =>
  filters.map((filter) =>
    filter.open || filter.properties.length <= most || filter.properties.some(({ checked }) => checked)
      ? filter
      : { ...filter, properties: filter.properties.slice(0, most), cut: true },
  );
