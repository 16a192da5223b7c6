import { afterEach, describe, expect, it, vi } from "vitest";
import { brandOf, cardSchema, checkCard, codeLength, formatCard, tokenOf, type Card } from "./card";
import { patienceMs } from "./in-time";

const types = [
  { code: "V", brand: "VISA" },
  { code: "A", brand: "AmericanExpress" },
];
const card: Card = { holder: "Jörg Müller-Weiß", pan: "4111 1111 1111 1111", month: "09", year: "2030", cvc2: "123" };

it.each(["Pacific/Auckland", "America/Los_Angeles"])(
  "expires with its month by the server's clock, seen from %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    const last = { ...card, month: "11", year: "2026" };
    const holds = (now: string) => cardSchema(types, new Date(now)).safeParse(last).success;
    expect(["2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z"].map(holds)).toEqual([true, false]);
    vi.unstubAllEnvs();
  },
);

describe("number", () => {
  it("is grouped as printed on the card", () => {
    expect(formatCard("4111111111111111")).toBe("4111 1111 1111 1111");
    expect(formatCard("340000000000009")).toBe("3400 000000 00009");
    expect(formatCard("41x11-1")).toBe("4111 1");
  });
  it("tells the brand and the length of its code", () => {
    expect(brandOf("41")).toBe("VISA");
    expect(brandOf("34")).toBe("AmericanExpress");
    expect(brandOf("9")).toBeUndefined();
    expect(codeLength("34")).toBe(4);
    expect(codeLength("")).toBe(3);
  });
});

describe("lengths", () => {
  const all = ["VISA", "MasterCard", "AmericanExpress", "Diners", "Discover"].map((brand) => ({ code: brand, brand }));
  const cards = cardSchema(all, new Date(2026, 10, 1));
  /** A number of a length that begins like its brand's and has the check digit. */
  function numbered(prefix: string, length: number): string {
    const body = prefix.padEnd(length - 1, "0");
    const sum = [...body].reverse().reduce((total, digit, at) => {
      const n = Number(digit) * (at % 2 === 0 ? 2 : 1);
      return total + (n > 9 ? n - 9 : n);
    }, 0);
    return body + String((10 - (sum % 10)) % 10);
  }
  it.each([
    ["VISA", "4", 13, 19],
    ["MasterCard", "51", 16, 16],
    ["MasterCard", "2221", 16, 16],
    ["Discover", "6011", 16, 19],
    ["Diners", "36", 14, 19],
    ["AmericanExpress", "34", 15, 15],
  ])("takes a %s that begins with %s and has %i to %i digits", (brand, prefix, shortest, longest) => {
    const taken = [];
    for (let length = 12; length <= 20; length++) {
      const pan = numbered(prefix, length);
      const cvc2 = "1".repeat(codeLength(pan));
      if (cards.safeParse({ ...card, pan, cvc2 }).success) taken.push(length);
      expect(brandOf(pan)).toBe(brand);
    }
    expect(taken).toEqual(Array.from({ length: longest - shortest + 1 }, (_, at) => shortest + at));
  });
  it("keeps every digit of the longest", () => {
    expect(formatCard("4000000000000000006")).toBe("4000 0000 0000 0000 006");
    expect(formatCard("4222222222222")).toBe("4222 2222 2222 2");
  });
});

describe("cardSchema", () => {
  const wrong = (change: Partial<Card>) =>
    cardSchema(types, new Date(2026, 10, 1))
      .safeParse({ ...card, ...change })
      .error?.issues.map(({ message }) => message) ?? [];
  it("takes a good card, and one that ends this month", () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ month: "11", year: "2026" })).toEqual([]);
    expect(wrong({ pan: "3400 000000 00009", cvc2: "1234" })).toEqual([]);
  });
  it.each([
    [{ holder: "R2 D2" }, "holder"],
    [{ pan: "" }, "pan"],
    [{ pan: "4111 1111 1111 1112" }, "panInvalid"],
    [{ pan: "5500 0000 0000 0004" }, "unsupported"],
    [{ month: "13" }, "month"],
    [{ year: "30" }, "year"],
    [{ month: "10", year: "2026" }, "expired"],
    [{ cvc2: "12" }, "cvc2"],
    [{ pan: "3400 000000 00009" }, "cvc2"],
  ])("refuses %o", (change, reason) => expect(wrong(change)).toContain(reason));
});

describe("checkCard", () => {
  afterEach(() => vi.unstubAllGlobals());
  const plain = { gateway: "https://gateway.example/check", fields: {}, hiddenFields: {}, cardTypes: types };
  it.each([null, "rubbish", [], {}, { status: "FINE" }, { status: "VALID", pseudocardpan: { a: 1 } }])(
    "takes %o for no answer",
    async (rubbish) => {
      vi.stubGlobal("fetch", async () => Response.json(rubbish));
      await expect(checkCard(plain, card)).rejects.toThrow();
    },
  );
  it("shows no words that are none, or have no end", async () => {
    for (const customermessage of [{ a: 1 }, "x".repeat(501)]) {
      vi.stubGlobal("fetch", async () => Response.json({ status: "INVALID", customermessage }));
      expect(await checkCard(plain, card)).toEqual({ status: "INVALID" });
    }
  });
  it("waits for a silent gateway only so long", async () => {
    const late = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted());
    await expect(checkCard(plain, card)).rejects.toThrow();
    expect(late).toHaveBeenCalledWith(patienceMs);
    late.mockRestore();
  });
  it("sends the card to the gateway alone, and keeps its stand-in", async () => {
    const gateway = {
      gateway: "https://gateway.example/check",
      fields: { pan: "cardpan", type: "cardtype", expiry: "cardexpiredate", cvc2: "cardcvc2", holder: "cardholder" },
      hiddenFields: { request: "creditcardcheck", hash: "h" },
      cardTypes: types,
    };
    const sent = vi.fn(async (_url: string, init: RequestInit) => {
      expect(Object.fromEntries(init.body as FormData)).toEqual({
        request: "creditcardcheck",
        hash: "h",
        cardpan: "4111111111111111",
        cardtype: "V",
        cardexpiredate: "3009",
        cardcvc2: "123",
        cardholder: "Jörg Müller-Weiß",
      });
      return Response.json({
        status: "VALID",
        pseudocardpan: "9410",
        truncatedcardpan: "411111XXXXXX1111",
        cardtype: "V",
      });
    });
    vi.stubGlobal("fetch", sent);
    const check = await checkCard(gateway, card);
    expect(sent).toHaveBeenCalledWith(
      "https://gateway.example/check",
      expect.objectContaining({ credentials: "omit" }),
    );
    expect(JSON.stringify(tokenOf(check, card.holder))).not.toMatch(/4111111111111111|"123"/);
  });
});
