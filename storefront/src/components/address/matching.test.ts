import { describe, expect, it } from "vitest";
import type { PostalAddress } from "@/lib/api/types";
import { matching } from "./matching";

const at = (company: string, streetName: string, cityName: string) =>
  ({
    company,
    firstName: "Kim",
    lastName: "Özgür",
    streetName,
    streetNumber: "5",
    zipCode: "10115",
    cityName,
  }) as PostalAddress;
const list = [at("Filiale Nord", "Hauptstraße", "Kiel"), at("Filiale Süd", "Hauptstraße", "Ulm")];

describe("matching", () => {
  it("finds those in which each word stands, in any order", () => {
    expect(matching(list, "ULM hauptstr", "de")).toEqual([list[1]]);
    expect(matching(list, "özgür", "de")).toEqual(list);
    expect(matching(list, "Kiel Ulm", "de")).toEqual([]);
  });

  it("finds all while nothing is looked for", () => {
    expect(matching(list, " ", "de")).toEqual(list);
  });
});
