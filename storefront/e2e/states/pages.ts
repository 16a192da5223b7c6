import { openPage } from "../support/shop";
import { at, type Visit } from "./state";

/** Every page that an address shows to who has nothing yet. */
export const pages: Visit = {
  name: "pages",
  states: [
    at("home", "/"),
    at("home-english", "/en"),
    at("category", "/kategorie/notebooks"),
    at("category-english", "/en/kategorie/notebooks"),
    at("category-parent", "/kategorie/monitore"),
    at("category-last-page", "/kategorie/notebooks?page=4"),
    at("category-past-its-end", "/kategorie/notebooks?page=400"),
    at("category-chosen", "/kategorie/notebooks?verfuegbar[]=1&sortListing=price_asc"),
    at("category-nothing", "/kategorie/notebooks?preis_min=1&preis_max=2&preis_slid=1&preis=slider"),
    at("search", "/produkte/monitor"),
    at("search-long", `/produkte/${"donaudampfschiff".repeat(5)}`),
    at("search-nothing", "/produkte/qqqqzzzzxxxx"),
    at("imprint", "/infocenter/section/imprint"),
    at("privacy", "/infocenter/section/privacy"),
    at("terms", "/infocenter/section/terms"),
    at("revocation", "/infocenter/section/revocation"),
    at("recycling", "/infocenter/section/recycling"),
    at("shipping", "/infocenter/section/shipping"),
    at("help", "/infocenter/section/help"),
    at("accessibility", "/infocenter/section/accessibility"),
    at("students", "/studentenprogramm"),
    at("withdrawal", "/widerruf"),
    {
      name: "withdrawal-errors",
      reach: async (page) => {
        await page.goto("/widerruf");
        await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
      },
    },
    at("order-link", "/bestellstatus"),
    at("order-link-refused", "/bestellstatus?order=1&token=geraten"),
    at("restock-refused", "/benachrichtigung?token=geraten"),
    at("newsletter", "/newsletter"),
    at("newsletter-refused", "/newsletter/bestaetigen?token=geraten"),
    at("newsletter-leave", "/newsletter/abmelden?token=geraten"),
    at("not-found", "/gibt-es-nicht"),
    at("cart-empty", "/warenkorb"),
    at("wishlist-empty", "/merkzettel"),
    at("comparison-empty", "/vergleich"),
    {
      name: "footer-open",
      only: "phone",
      reach: async (page) => {
        await openPage(page, "/newsletter");
        for (const name of ["Service", "Rechtliches"])
          await page.getByRole("contentinfo").getByRole("button", { name }).click();
      },
    },
    {
      name: "newsletter-errors",
      reach: async (page) => {
        await openPage(page, "/newsletter");
        const field = page.getByRole("main").getByRole("textbox");
        await field.fill("kim.example.com");
        await field.press("Enter");
      },
    },
  ],
};
