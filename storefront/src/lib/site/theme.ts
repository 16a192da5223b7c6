import type { CSSProperties } from "react";
import type { Site } from "@/lib/api/types";

/** The partner's colour in place of the shop's, with its darker and its soft kind. */
export function themeOf(site: Site): CSSProperties | undefined {
  if (!site.accent) return undefined;
  return {
    "--color-accent": site.accent,
    "--color-accent-dark": `color-mix(in srgb, ${site.accent} 80%, black)`,
    "--color-accent-soft": `color-mix(in srgb, ${site.accent} 10%, white)`,
  } as CSSProperties;
}
