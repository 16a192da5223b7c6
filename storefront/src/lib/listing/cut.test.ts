import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/api/types";
import { cutFilters } from "./cut";

const values = (length: number, checked = -1) =>
  Array.from({ length }, (_, n) => ({ text: `Wert ${n}`, value: String(n), quantity: 1, checked: n === checked }));
const filter = (more: Partial<Filter>): Filter => ({
  ...{ id: "brand", name: "Marke", filterType: "checkbox", open: false, searchable: true, properties: values(500) },
  ...more,
});

describe("cutFilters", () => {
  it("cuts a long list that is folded in, and says so", () => {
    const [cut] = cutFilters([filter({})]);
    expect(cut?.properties).toEqual(values(500).slice(0, 40));
    expect(cut?.cut).toBe(true);
  });

  it("leaves whole what is open, what somebody has chosen from, and what is short", () => {
    const whole = [
      filter({ open: true }),
      filter({ properties: values(500, 300) }),
      filter({ properties: values(40) }),
    ];
    expect(cutFilters(whole)).toEqual(whole);
  });
});
