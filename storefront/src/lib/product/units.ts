const unit = /(\d) (?=(?:[KMGT]B|[kMG]?Hz|VA?|Wh?|mAh|MT\/s|Zoll|inch(?:es)?|[cm]?m|k?g|ms|dpi)(?![\p{L}\d]))/gu;
const resolution = /\((\d+) × (\d+)\)/g;

/** What is said of a product, in which no line ends between a number and its unit, or within a resolution. */
export const withUnits = (text: string): string =>
  text.replace(unit, "$1\u00a0").replace(resolution, "($1\u00a0×\u00a0$2)");
