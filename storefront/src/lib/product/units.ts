const joint =
  /(\d|×) (?=(?:[KMGT]B|[kMG]?Hz|VA?|Wh?|mAh|MT\/s|Zoll|inch(?:es)?|[cm]?m|k?g|ms|dpi)(?![\p{L}\d])|(?:× )?\d+\))/gu;

/** What is said of a product, in which no line ends between a number and its unit, or within a resolution in brackets. */
export const withUnits = (text: string): string => text.replace(joint, "$1\u00a0");
