import type { Page } from "@playwright/test";

/**
 * What a screen reader says badly on the page, beyond what axe looks for: a button that is called otherwise than it reads, buttons
 * that nobody could tell apart in a list of them, a group that says the name of its only field once more, and a field that is
 * called wrong before anybody has been in it.
 */
export async function spokenFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
    const faults: string[] = [];
    const scope = document.querySelector("[role=dialog]") ?? document.body;
    const heard = (selector: string) =>
      [...scope.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]"),
      );
    const nameOf = (element: HTMLElement) => {
      const ids = element.getAttribute("aria-labelledby")?.split(" ");
      if (ids) return clean(ids.map((id) => document.getElementById(id)?.textContent).join(" "));
      if (element instanceof HTMLFieldSetElement) return clean(element.querySelector("legend")?.textContent);
      const labels = "labels" in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
      return clean(element.ariaLabel) || clean(labels?.[0]?.textContent) || clean(element.textContent);
    };

    for (const element of heard("a[aria-label], a[aria-labelledby], button[aria-label], button[aria-labelledby]")) {
      const name = nameOf(element).toLowerCase();
      const parts = [...element.childNodes].map((node) =>
        node instanceof HTMLElement ? node.innerText : node.textContent,
      );
      for (const text of parts.map(clean))
        if (/\p{L}{2}/u.test(text) && !name.includes(text.toLowerCase()))
          faults.push(`"${text}" is called "${nameOf(element)}"`);
    }

    const buttons = heard("button:not([data-does])").map(nameOf);
    for (const name of new Set(buttons)) {
      const count = buttons.filter((other) => other === name).length;
      if (count > 1) faults.push(`${count} buttons are called "${name}"`);
    }

    for (const group of heard("fieldset, [role=group], [role=region], section[aria-label]")) {
      const inner = group.querySelector<HTMLElement>("fieldset, [role=group], input, select, textarea, table");
      if (inner && nameOf(inner) === nameOf(group)) faults.push(`"${nameOf(group)}" is said twice`);
    }

    for (const field of heard("input, select, textarea") as HTMLInputElement[])
      if (!field.checkValidity() && field.ariaInvalid === null) faults.push(`"${nameOf(field)}" is called wrong`);
    return faults;
  });
}
