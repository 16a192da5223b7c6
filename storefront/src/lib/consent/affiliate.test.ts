import { beforeEach, expect, it } from "vitest";
import { affiliateFields, affiliateOf, rememberAffiliate } from "./affiliate";

class Kept {
  private readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
}

let storage: Storage;
beforeEach(() => (storage = new Kept() as unknown as Storage));

it("reads a plain name alone", () => {
  expect(affiliateOf("?affiliate=partner-7&page=2")).toBe("partner-7");
  expect(affiliateOf("?affiliate=%3Cscript%3E")).toBeUndefined();
  expect(affiliateOf("?page=2")).toBeUndefined();
});

it("stores nothing before consent, then what the visit began with, and forgets it with the consent", () => {
  rememberAffiliate("?affiliate=partner-7", storage, false);
  expect(affiliateFields(storage, [])).toEqual({ dyAccepted: false, nsAccepted: false, awAccepted: false });
  rememberAffiliate("", storage, true);
  expect(affiliateFields(storage, ["aw", "dy", "matomo"])).toEqual({
    affiliate: "partner-7",
    dyAccepted: true,
    nsAccepted: false,
    awAccepted: true,
  });
  expect(affiliateFields(storage, ["ns"])).toMatchObject({ dyAccepted: false, nsAccepted: true, awAccepted: false });
  rememberAffiliate("", storage, false);
  expect(affiliateFields(storage, [])).not.toHaveProperty("affiliate");
});
