const unit = /(\d) (?=(?:[KMGT]B|[kMG]?Hz|VA?|Wh?|mAh|MT\/s|Zoll|inch(?:es)?|[cm]?m|k?g|ms|dpi)(?![\p{L}\d]))/gu;

/** What is said of a product, in which no line ends between a number and its unit. */
export const withUnits = (text: string): string => text.replace(unit, "$1\u00a0");
