import { expect, it } from "vitest";
import { themeOf } from "./theme";

const partner = {
  whiteLabel: true,
  name: "Grafikwerk",
  category: "grafikkarten",
  accent: "#0b6e4f",
  origin: "",
  chat: false,
  withdrawalDays: 14,
  deliveryCountries: 27,
};

it("takes the partner's colour, and leaves the shop's own theme alone", () => {
  expect(themeOf(partner)).toMatchObject({ "--color-accent": "#0b6e4f" });
  expect(Object.keys(themeOf(partner) ?? {})).toHaveLength(3);
  expect(themeOf({ ...partner, accent: "" })).toBeUndefined();
});
