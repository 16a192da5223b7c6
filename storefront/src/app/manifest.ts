import type { MetadataRoute } from "next";

/** The web manifest. The shop's name is the same in every language. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Kontor",
    short_name: "Kontor",
    start_url: "/",
    display: "browser",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    lang: "de",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
