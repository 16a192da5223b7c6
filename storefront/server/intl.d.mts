/** Makes every format once: they never change, and making one takes as long as fifty elements of a page. */
export function keepFormats(intl?: Partial<typeof Intl>): void;
