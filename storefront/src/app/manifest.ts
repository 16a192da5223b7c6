import type { MetadataRoute } from "next";
import { loadSite } from "@/lib/site/site";

/** The web manifest of whose shop it is. Its name is the same in every language. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const name = (await loadSite()).name || "Kontor";
  return {
    name,
    short_name: name,
    start_url: "/",
    display: "browser",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    lang: "de",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon.png", sizes: "180x180", type: "image/png" },
    ],
  };
}
