import { expect, it } from "vitest";
import { formatPhone, isPhone } from "./phone";

it("prefixes the calling code of the country and strips a leading zero", () => {
  expect(formatPhone("030 1234567", "DE")).toBe("+49 30 1234567");
  expect(formatPhone("0049 30 1234567", "DE")).toBe("+49 30 1234567");
  expect(formatPhone("++49301234567", "AT")).toBe("+49 30 1234567");
  expect(formatPhone("\u202a030 1234567\u202c", "DE")).toBe("+49 30 1234567");
});

it("keeps the leading zero where it is part of the number", () => {
  expect(formatPhone("06 698 12345", "IT")).toBe("+39 06 6981 2345");
});

it("leaves alone what is no number, and accepts none", () => {
  expect(isPhone("", "DE")).toBe(true);
  expect(isPhone("abc", "DE")).toBe(false);
  expect(isPhone("12", "DE")).toBe(false);
  expect(formatPhone("abc", "DE")).toBe("abc");
});
