/** The ids with one more at the front, or without it. */
export function toggled(ids: number[], id: number, on: boolean): number[] {
  const others = ids.filter((other) => other !== id);
  return on ? [id, ...others] : others;
}

/** Whether one of the ids has no item among those that are known. */
export function isMissing(ids: number[], known: { id: number }[] | undefined): boolean {
  return ids.some((id) => !known?.some((item) => item.id === id));
}
