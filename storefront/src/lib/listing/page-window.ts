/** Which pages a pagination offers: the first, the last, and those beside the current one; gaps where some are left out. */
export function pageWindow(page: number, pages: number): (number | "gap")[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    if (before === undefined || n === before + 1) return [n];
    // A gap of a single page is shorter written out.
    return n === before + 2 ? [n - 1, n] : (["gap", n] as const);
  });
}
