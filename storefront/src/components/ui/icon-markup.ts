import * as heart from "lucide-react/icons/heart";
import * as scale from "lucide-react/icons/scale";
import * as cart from "lucide-react/icons/shopping-cart";
import * as star from "lucide-react/icons/star";
import { Markup, markup } from "@/lib/markup/markup";

// The package's types leave out what its modules export beside the component.
type Drawing = { __iconData: { node: [name: string, attributes: Record<string, string>][] } };

const shapes = Object.fromEntries(
  Object.entries({ heart, scale, cart, star }).map(([name, icon]) => [name, drawn(icon as unknown as Drawing)]),
);

function drawn({ __iconData: { node } }: Drawing): Markup {
  const attributes = (of: Record<string, string>) =>
    Object.entries(of).map(([name, value]) => (name === "key" ? "" : markup` ${new Markup(name)}="${value}"`.html));
  return new Markup(node.map(([name, of]) => `<${name}${attributes(of).join("")}/>`).join(""));
}

/**
 * An icon as HTML; the class sets its size. It has all of its shapes: with one drawing for all, to which each refers, a phone
 * lays a listing out more slowly, though it has fewer elements.
 */
export function iconMarkup(name: "heart" | "scale" | "cart" | "star", look: string): Markup {
  return markup`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="${look}">${shapes[name]}</svg>`;
}
