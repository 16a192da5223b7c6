import type { Page } from "@playwright/test";

/** What is wrong with the page's layout, each with its element; what a person would see in a picture of it. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const nameOf = (element: Element) => {
      const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
      return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      for (const { index, 0: start } of text.data.matchAll(/\b(e-(?=mail)|ust-(?=idnr))/gi)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + start.length + 1);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1)
          faults.push(`a line of "${text.data.slice(Math.max(0, index - 20), index + 20)}" ends behind "${start}"`);
      }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth) faults.push(`the page is ${scrollWidth - window.innerWidth} px too wide`);
    const seen = (element: Element) => {
      const box = element.getBoundingClientRect();
      const inView = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
      return inView && box.width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    for (const image of document.querySelectorAll("img")) {
      if (seen(image) && image.complete && image.naturalWidth === 0) faults.push(`${image.src} has no picture`);
    }
    for (const element of document.querySelectorAll<HTMLElement>("h1, h2, h3, button, a, label")) {
      if (!seen(element) || element.closest("[inert], .sr-only")) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const cut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      if (
        cut &&
        overflowX !== "auto" &&
        textOverflow !== "ellipsis" &&
        getComputedStyle(element).display !== "inline"
      ) {
        faults.push(`${nameOf(element)} is wider than its box`);
      }
    }
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position) ||
        element.matches("[data-radix-popper-content-wrapper]") ||
        stays(element.parentElement));
    for (const element of document.querySelectorAll("button:not(:disabled), a[href]")) {
      if (!seen(element) || element.closest("[inert], .sr-only")) continue;
      const box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) continue;
      const top = document.elementFromPoint(x, y);
      // What stays in its place while the page scrolls may cover something, which then scrolls away from under it.
      // So does an explanation, which is closed before anything else can be pressed.
      if (top && !element.contains(top) && !top.contains(element) && !stays(top)) {
        const shared = element.closest("article, li, label, div")?.contains(top);
        if (!shared) faults.push(`${nameOf(element)} lies under ${nameOf(top)}`);
      }
    }
    return faults;
  });
}

/** A reader's own style sheet may set lines, letters, words and paragraphs as far apart as this (WCAG 1.4.12). */
export const apart = {
  content:
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
    "p { margin-bottom: 2em !important }",
};

/**
 * The texts of the page that are cut by what holds them, or reach out of it. Cards cut a name after some lines, and lead to the
 * whole.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const slack = 3; // letters that are set apart have room behind the last, too
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const words = text.data.trim();
      const around = text.parentElement;
      if (!words || !around?.checkVisibility({ visibilityProperty: true })) continue;
      if (around.closest("script, option, article, .sr-only, .truncate")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      for (let holder: Element | null = around; holder && holder !== document.body; holder = holder.parentElement) {
        const { overflowX, overflowY, display, position } = getComputedStyle(holder);
        if (overflowX === "auto" || overflowY === "auto" || position === "fixed") break;
        const box = holder.getBoundingClientRect();
        if (box.width <= 1) break; // is for screen readers
        const slide = holder.ariaRoleDescription !== null; // the one beside it may be on its way
        const cuts = slide || overflowX === "hidden" || overflowX === "clip" || holder.matches("label, button");
        if (!cuts || display === "inline") continue;
        const out = right > box.right + slack || left < box.left - slack;
        if (out || (overflowY === "hidden" && (bottom > box.bottom + slack || top < box.top - slack))) cut.push(words);
        if (slide) break;
      }
    }
    for (const select of document.querySelectorAll("select")) {
      const free = select.cloneNode(true) as HTMLSelectElement;
      Object.assign(free.style, { position: "absolute", width: "max-content", maxWidth: "none" });
      select.after(free);
      if (select.checkVisibility() && free.clientWidth > select.clientWidth)
        cut.push(`options of "${select.ariaLabel ?? select.name}"`);
      free.remove();
    }
    return cut;
  });
}

/** The words that lines of the page end within: neither at a hyphen, nor where the page itself allows it. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const around = text.parentElement;
      if (!around?.checkVisibility({ visibilityProperty: true }) || around.closest("script, .sr-only, :has(> wbr)"))
        continue;
      // Of what is cut after some lines the rest is laid out, and not seen.
      if (around.closest("[class*=line-clamp], .truncate")) continue;
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}]{3,}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}
