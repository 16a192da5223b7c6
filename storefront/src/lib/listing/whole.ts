/** The whole number of what somebody typed, thousands grouped or not: 1300 of "1.300", "1,300.50" and "1300,50". NaN for none. */
export const wholeOf = (text: string) => Number.parseInt(text.replace(/[.,\s](?=\d{3}(?!\d))/g, ""), 10);
