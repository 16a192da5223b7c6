import type { Page } from "@playwright/test";

const words =
  "aber alle als auch auf aus bei bis das dein deine deiner den der ein eine für im ist kein keine mehr mit nach nicht noch nur oder " +
  "sich sind über und unser unsere vom von wir zu zum zur anmelden artikel gesamtsumme kasse konto lieferung merkzettel preis suchen " +
  "verfügbar versand warenkorb weiter wunsch";

/** German that an English page shows or reads out: what has an umlaut, or a word that no English text has. */
export async function germanIn(page: Page): Promise<string[]> {
  return page.evaluate((list) => {
    const telltale = new RegExp(`[äöüß]|(?<![\\p{L}-])(${list.replaceAll(" ", "|")})(?![\\p{L}-])`, "iu");
    const texts = [document.title, document.querySelector('meta[name="description"]')?.getAttribute("content") ?? ""];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      // What is said to be in another language, such as the way to the German page, may be.
      if (!element || element.closest("script, style, template, [lang]") !== document.documentElement) continue;
      if (node instanceof Element)
        for (const name of ["aria-label", "alt", "placeholder", "title"]) texts.push(node.getAttribute(name) ?? "");
      else if (element.checkVisibility()) texts.push(node.textContent ?? "");
    }
    return texts.filter((text) => telltale.test(text)).map((text) => text.trim().replace(/\s+/g, " ").slice(0, 80));
  }, words);
}
