import type { Filter, FilterProperty } from "@/lib/api/types";

/** What is chosen in a filter panel: values of radio and checkbox filters, bounds of ranges, by filter id. */
export type Choice = { values: string[] } | { min?: number; max?: number };
export type Selection = Record<string, Choice>;

/** A page's search parameters as Next gives them. */
export type RawQuery = Record<string, string | string[] | undefined>;

/** Makes the query that the API gets of the page's own, unchanged. */
export function toParams(raw: RawQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) params.append(key, one);
  }
  return params;
}

/** Reads the selection out of filters as the API answered them, which is how the address has them. */
export function selectionOf(filters: Filter[]): Selection {
  const selection: Selection = {};
  for (const filter of filters) {
    const choice = filter.filterType === "range" ? rangeOf(filter) : valuesOf(filter);
    if (choice) selection[filter.id] = choice;
  }
  return selection;
}

function valuesOf(filter: Filter): Choice | undefined {
  const values = filter.properties.filter((property) => property.checked).map((property) => property.value);
  return values.length > 0 ? { values } : undefined;
}

function rangeOf(filter: Filter): Choice | undefined {
  const [low, high] = filter.properties;
  const choice = {
    ...(low?.input && low.intInput !== undefined ? { min: low.intInput } : {}),
    ...(high?.input && high.intInput !== undefined ? { max: high.intInput } : {}),
  };
  return Object.keys(choice).length > 0 ? choice : undefined;
}

/**
 * Writes a selection as the address has it: {id}[]=value for checkboxes, {id}=value for a radio, and for a range
 * {id}_min, {id}_max, {id}_slid=1 and {id}=slider.
 */
export function selectionParams(selection: Selection, filters: Filter[]): [string, string][] {
  return filters.flatMap((filter): [string, string][] => {
    const choice = selection[filter.id];
    if (!choice) return [];
    if ("values" in choice) {
      const key = filter.filterType === "checkbox" ? `${filter.id}[]` : filter.id;
      return choice.values.map((value): [string, string] => [key, value]);
    }
    const bounds: [string, string][] = [];
    if (choice.min !== undefined) bounds.push([`${filter.id}_min`, String(choice.min)]);
    if (choice.max !== undefined) bounds.push([`${filter.id}_max`, String(choice.max)]);
    return bounds.length > 0 ? [...bounds, [`${filter.id}_slid`, "1"], [filter.id, "slider"]] : [];
  });
}

/** The same as an object, for the calls that count filters: {id}[] holds a list, all else one value. */
export function selectionRecord(selection: Selection, filters: Filter[]): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [key, value] of selectionParams(selection, filters)) {
    if (key.endsWith("[]")) record[key] = [...[record[key] ?? []].flat(), value];
    else record[key] = value;
  }
  return record;
}

/** Ticks or unticks a value; a radio filter holds at most one. */
export function toggle(selection: Selection, filter: Filter, value: string): Selection {
  const current = selection[filter.id];
  const values = current && "values" in current ? current.values : [];
  const ticked = values.includes(value);
  const next = ticked
    ? values.filter((v) => v !== value)
    : filter.filterType === "radio"
      ? [value]
      : [...values, value];
  return withChoice(selection, filter.id, next.length > 0 ? { values: next } : undefined);
}

/** Replaces a filter's choice; undefined resets it. */
export function withChoice(selection: Selection, id: string, choice: Choice | undefined): Selection {
  const rest = Object.fromEntries(Object.entries(selection).filter(([key]) => key !== id));
  return choice ? { ...rest, [id]: choice } : rest;
}

/**
 * The filters of now with their values in the order that they had before: nothing moves under a finger that is choosing. A
 * range's are its lower and its upper bound, whatever they are.
 */
export function inOrderOf(before: Filter[], now: Filter[]): Filter[] {
  return now.map((filter) => {
    if (filter.filterType === "range") return filter;
    const order = before.find(({ id }) => id === filter.id)?.properties.map(({ value }) => value) ?? [];
    const place = ({ value }: FilterProperty) => order.indexOf(value) + 1 || order.length + 1; // what is new comes last
    return { ...filter, properties: filter.properties.toSorted((a, b) => place(a) - place(b)) };
  });
}

/**
 * The filters of before and, behind them, those that only now has: choosing a category brings its filters, and what is chosen
 * in these counts as well. A list of which now has more is now's.
 */
export function withNew(before: Filter[], now: Filter[]): Filter[] {
  const longer = (filter: Filter) =>
    now.find(({ id, properties }) => id === filter.id && properties.length > filter.properties.length) ?? filter;
  return [...before.map(longer), ...now.filter(({ id }) => before.every((one) => one.id !== id))];
}

/** How many options are chosen; a range counts as one. */
export function selectedCount(selection: Selection): number {
  return Object.values(selection).reduce((n, choice) => n + ("values" in choice ? choice.values.length : 1), 0);
}

/** A listing's address: path, sort order, filters and page, leaving out what is the default. */
export function listingHref(path: string, filters: [string, string][], sort: string, page: number): string {
  const params = new URLSearchParams(filters);
  if (sort) params.set("sortListing", sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}
