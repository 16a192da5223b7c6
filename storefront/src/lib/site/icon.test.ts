import { expect, it } from "vitest";
import { iconOf } from "./icon";

it("is the shop's mark, and a partner's initial on the partner's colour", () => {
  const own = iconOf({ whiteLabel: false, name: "", accent: "" });
  expect(own).toContain('fill="#c43d17"/><path');
  const partner = iconOf({ whiteLabel: true, name: " grafikwerk", accent: "#0b6e4f" });
  expect(partner).toContain('fill="#0b6e4f"/><text');
  expect(partner).toContain(">G</text>");
  expect(iconOf({ whiteLabel: true, name: "<Werk>", accent: "" })).toContain(">&lt;</text>");
});
