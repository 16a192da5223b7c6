import { Heart, Scale, ShoppingCart, Star, type LucideIcon } from "lucide-react";
import { markup, type Markup } from "@/lib/markup/markup";

const icons = { heart: Heart, scale: Scale, cart: ShoppingCart, star: Star } satisfies Record<string, LucideIcon>;

/** The icons that stand in a page many times, once: iconMarkup shows them. Each takes its looks from where it is shown. */
export function IconSheet() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={`icon-${name}`} fill="inherit" stroke="inherit" strokeWidth="inherit" className="" />
      ))}
    </svg>
  );
}

/** An icon of the sheet as HTML; the class sets its size. */
export function iconMarkup(name: keyof typeof icons, look: string): Markup {
  return markup`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true" class="${look}"><use href="#icon-${name}"/></svg>`;
}
