import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import de from "../../../messages/de.json";
import en from "../../../messages/en.json";
import type { Card } from "@/lib/api/types";
import { cardMarkup, type CardTexts } from "./card-markup";

function textsIn(locale: "de" | "en"): CardTexts {
  const messages = locale === "de" ? de : (en as typeof de);
  return {
    locale,
    wishlist: createTranslator({ locale, messages, namespace: "wishlist" }),
    comparison: createTranslator({ locale, messages, namespace: "comparison" }),
    cart: createTranslator({ locale, messages, namespace: "cart" }),
    product: createTranslator({ locale, messages, namespace: "product" }),
    price: createTranslator({ locale, messages, namespace: "price" }),
    energy: createTranslator({ locale, messages, namespace: "energy" }),
    review: createTranslator({ locale, messages, namespace: "review" }),
  };
}

const euros = (minor: number) => ({ minor, currency: "EUR" });

const card: Card = {
  id: 7,
  articleNumber: "NB-7",
  slug: "aster-14-7",
  name: "Aster 14",
  manufacturer: "Kestrion",
  categoryId: 1,
  omsCategory: "NB",
  image: "notebook",
  prices: { price: euros(89900), uvp: euros(99900) },
  available: true,
  condition: "new",
  highlights: ["16 GB RAM", "1 TB SSD"],
};

const write = (change: Partial<Card> = {}, texts = textsIn("de"), truncate = false) =>
  cardMarkup({ ...card, ...change }, texts, { truncate }).html;

/** What is read of the card, without its markup. */
const read = (html: string) => html.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");

describe("cardMarkup", () => {
  it("says in each language what the product is, costs and can be done with", () => {
    const german = write();
    expect(read(german)).toBe(
      "|Kestrion|Aster 14|16\u00a0GB RAM\u00a0· 1\u00a0TB SSD|Sofort lieferbar|899,00\u00a0€|−10 %|UVP |999,00\u00a0€|",
    );
    expect(german).toContain('href="/produkt/aster-14-7"');
    expect(german).toContain('aria-label="Aster 14 in den Warenkorb legen"');
    const english = write({}, textsIn("en"));
    expect(read(english)).toContain("€899.00");
    expect(english).toContain('href="/en/produkt/aster-14-7"');
  });

  it("says which is used, sold out, rated and rolled off a drum, and its energy class", () => {
    const html = write({
      condition: "used",
      available: false,
      rating: { count: 1234, tenths: 43 },
      energyClass: "D",
      energyScale: "A-G",
      prices: { price: euros(500), lowest30: euros(600), base: { price: euros(250), unit: "m2" } },
    });
    expect(read(html)).toContain("|Gebraucht|");
    expect(read(html)).toContain("|Derzeit nicht lieferbar|");
    expect(html).toMatch(/data-does="cart"[^>]* disabled=""/);
    expect(html).toContain('aria-label="4,3 von 5 Sternen"');
    expect(read(html)).toContain("|(1234)|1.234 Bewertungen|");
    expect(html).toContain('data-does="energy" aria-label="Energieeffizienzklasse D, Etikett anzeigen: Aster 14"');
    expect(read(html)).toContain(
      "|Grundpreis: |2,50\u00a0€| / m²|Niedrigster Preis der 30 Tage vor der Senkung: |6,00\u00a0€|",
    );
  });

  it("has no wishlist in a partner's shop", () => {
    expect(write()).toContain('data-does="wish"');
    expect(write({}, { ...textsIn("de"), wishlist: undefined })).not.toContain('data-does="wish"');
  });

  it("shortens the name where it is asked to, and says all of it to its buttons", () => {
    const name = "Ein sehr langer Name ".repeat(12).trim();
    const html = write({ name }, textsIn("de"), true);
    expect(read(html)).not.toContain(name);
    expect(html).toContain(`aria-label="${name} vergleichen"`);
  });

  it("lets in no markup, whatever a product is called", () => {
    const pieces = [
      "<",
      ">",
      '"',
      "'",
      "&",
      "</a>",
      "<script>x</script>",
      "<img onerror=x>",
      "&lt;",
      "{",
      "}",
      "ß",
      " ",
    ];
    const structure = (html: string) => html.replace(/"[^"]*"/g, '""').match(/<[^>]*>/g);
    const plain = structure(write({ highlights: ["x"], energyClass: "A" }));
    // Every piece stands beside every other one in every text.
    for (const first of pieces)
      for (const second of pieces) {
        const text = `a${first}${second}b`;
        const html = write({
          name: text,
          manufacturer: text,
          slug: text,
          image: text,
          highlights: [text],
          energyClass: text,
          energyScale: text,
        });
        expect(structure(html)).toEqual(plain);
      }
  });
});
