const unit = /(\d) (?=(?:[KMGT]B|[kMG]?Hz|VA|V|Wh?|mAh|MT\/s|Zoll|inch(?:es)?|mm|cm|m|kg|g|ms|dpi)(?![\p{L}\d]))/gu;

/** What is said of a product, in which no line ends between a number and its unit. */
export const withUnits = (text: string): string => text.replace(unit, "$1\u00a0");
