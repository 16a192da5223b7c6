import { describe, expect, it } from "vitest";
import { declarationSchema, openLines, requestOf, type Declaration } from "./declaration";

const whole: Declaration = {
  scope: "whole",
  name: " Kim Muster ",
  orderNumber: " 100001 ",
  email: "kim@kontor.de",
  items: [{ articleNumber: "", quantity: 1 }],
};

describe("the declaration", () => {
  it("takes a whole order whatever is in the rows", () => {
    expect(declarationSchema.safeParse(whole).success).toBe(true);
    expect(requestOf(whole, "")).toEqual({
      name: "Kim Muster",
      orderNumber: "100001",
      email: "kim@kontor.de",
      items: [],
    });
  });

  it("asks for the article of a part", () => {
    const part: Declaration = { ...whole, scope: "part" };
    expect(declarationSchema.safeParse(part).success).toBe(false);
    const none = declarationSchema.safeParse({ ...part, items: [] }).error?.issues[0];
    expect([none?.path, none?.message], "of an order whose lines are chosen").toEqual([
      ["items"],
      '{"key":"missing_articles"}',
    ]);
    const named: Declaration = { ...part, items: [{ articleNumber: " NB-1 ", quantity: 2 }] };
    expect(declarationSchema.safeParse(named).success).toBe(true);
    expect(requestOf(named, "t").items).toEqual([{ articleNumber: "NB-1", quantity: 2 }]);
  });

  it.each([
    ["name", ""],
    ["name", "x".repeat(101)],
    ["orderNumber", "10 00<"],
    ["email", "kim@kontor"],
  ])("refuses a wrong %s", (field, value) => {
    const parsed = declarationSchema.safeParse({ ...whole, [field]: value });
    expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual([field]);
  });

  it("offers what is left and allowed", () => {
    const line = { articleNumber: "A", name: "A", left: 1 };
    const order = { orderId: 1, placedAt: "", lines: [line, { ...line, left: 0 }, { ...line, reason: "excluded" }] };
    expect(openLines(order)).toEqual([line]);
  });
});
