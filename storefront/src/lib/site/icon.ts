import type { Site } from "@/lib/api/types";

const own = "#c43d17";
const k = '<path d="M9 7h4.6v18H9zM15.2 16l6-9h5.2l-6.2 9 6.4 9h-5.4z" fill="#fff"/>';
const special: Record<string, string> = { "&": "&amp;", "<": "&lt;" };

/** The picture that browsers show beside a page's title, as SVG: the shop's mark, or a partner's initial on the partner's colour. */
export function iconOf({ whiteLabel, name, accent }: Pick<Site, "whiteLabel" | "name" | "accent">): string {
  const initial = [...name.trim()][0]?.toLocaleUpperCase("de") ?? "";
  const mark = whiteLabel
    ? `<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff">${special[initial] ?? initial}</text>`
    : k;
  const ground = whiteLabel && accent ? accent : own;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/>${mark}</svg>`;
}
