import { expect, it } from "vitest";
import type { PickupPoint } from "@/lib/api/types";
import { placeQuery, pointLine, pointValues } from "./pickup-point";

const point = (address: Partial<PickupPoint["address"]>): PickupPoint => ({
  id: "8007-1",
  name: "Packstation 101",
  plugin: "dhl",
  address: {
    id: 0,
    company: "",
    firstName: "",
    lastName: "",
    streetName: "",
    streetNumber: "101",
    zipCode: "20457",
    cityName: "Hamburg",
    countryId: 81,
    telephoneNumber: "",
    postNumber: "",
    type: "dhlpackstation",
    ...address,
  },
});

it("searches by postal code or town", () => {
  expect(placeQuery(" 20457 ")).toEqual({ zipCode: "20457" });
  expect(placeQuery("D-20 457")).toEqual({ zipCode: "D-20 457" });
  expect(placeQuery("Hamburg")).toEqual({ cityName: "Hamburg" });
  expect(placeQuery("  ")).toBeUndefined();
});

it("gives a Packstation its name for a street", () => {
  expect(pointValues(point({ company: "DHL" }))).toEqual({
    company: "",
    streetName: "Packstation",
    streetNumber: "101",
    zipCode: "20457",
    cityName: "Hamburg",
  });
});

it("names the shop that a parcel goes to", () => {
  const shop = point({ type: "hermespaketshop", company: "Kiosk am Eck", streetName: "Am Eck", streetNumber: "1" });
  expect(pointValues(shop).company).toBe("Kiosk am Eck");
  expect(pointLine(shop)).toBe("Am Eck 1, 20457 Hamburg");
});
