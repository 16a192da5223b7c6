const kinds = ["DateTimeFormat", "NumberFormat", "PluralRules"];

/**
 * Makes every format once: they never change, making one takes as long as fifty elements of a page, and each page's texts
 * would make their own.
 */
export function keepFormats(intl = Intl) {
  for (const kind of kinds) {
    const kept = new Map();
    intl[kind] = new Proxy(intl[kind], {
      construct(Kind, args, target) {
        const key = JSON.stringify(args);
        const format = kept.get(key) ?? Reflect.construct(Kind, args, target);
        kept.set(key, format);
        return format;
      },
    });
  }
}
