import { describe, expect, it } from "vitest";
import { discountPercent, formatMoney } from "./format";

const euro = (minor: number) => ({ minor, currency: "EUR" });

describe("formatMoney", () => {
  it("writes German amounts with a dot for thousands, a comma for decimals and the euro sign behind", () => {
    expect(formatMoney(euro(129900), "de")).toBe("1.299,00\u00a0€");
    expect(formatMoney(euro(5), "de")).toBe("0,05\u00a0€");
    expect(formatMoney(euro(-1050), "de")).toBe("-10,50\u00a0€");
  });
  it("writes English amounts with the sign in front", () => {
    expect(formatMoney(euro(129900), "en")).toBe("€1,299.00");
  });
  it("writes what Intl writes", () => {
    for (const [locale, region] of [
      ["de", "de-DE"],
      ["en", "en-IE"],
    ] as const) {
      const intl = new Intl.NumberFormat(region, { style: "currency", currency: "EUR" });
      for (const minor of [0, 1, 10, 99, 100, 99999, 100000, 123456789, 1234567890123, -1, -100, -123456]) {
        expect(formatMoney(euro(minor), locale)).toBe(intl.format(minor / 100));
      }
    }
  });
});

describe("discountPercent", () => {
  it("never promises more than the reduction is", () => {
    expect(discountPercent(euro(6667), euro(10000))).toBe(33);
    expect(discountPercent(euro(9999), euro(10000))).toBe(0);
  });
  it("is zero for a price that is not reduced", () => {
    expect(discountPercent(euro(10000), euro(10000))).toBe(0);
    expect(discountPercent(euro(12000), euro(10000))).toBe(0);
  });
});
