import { expect, it } from "vitest";
import { withUnits } from "./units";

it("keeps a number and its unit in one line, and a resolution, and lets a line end everywhere else", () => {
  expect(withUnits("Swift 14 Core Ultra 5 226V, Arc 130V, 16 GB RAM, 1 TB SSD, IPS 60 Hz")).toBe(
    "Swift 14 Core Ultra 5 226V, Arc 130V, 16\u00a0GB RAM, 1\u00a0TB SSD, IPS 60\u00a0Hz",
  );
  expect(withUnits("Vengeance 64 GB (2× 32 GB) DDR5-6600, 14 Zoll")).toBe(
    "Vengeance 64\u00a0GB (2× 32\u00a0GB) DDR5-6600, 14\u00a0Zoll",
  );
  expect(withUnits("WQXGA (2560 × 1600), 2× USB-C")).toBe("WQXGA (2560\u00a0×\u00a01600), 2× USB-C");
  expect(withUnits("356 × 248 × 19 mm")).toBe("356 × 248 × 19\u00a0mm");
  expect(withUnits("USB 3.2 Gen 1, 3 Wege, 3 Monate")).toBe("USB 3.2 Gen 1, 3 Wege, 3 Monate");
});
