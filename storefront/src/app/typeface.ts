import localFont from "next/font/local";

// A text is laid out once: in the typeface where it is there when the page first is, which it is asked for with, else in a face
// of its widths (typeface.css) until the next page.
const latin = localFont({
  src: "../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  adjustFontFallback: false,
  variable: "--typeface",
});

const latinExtended = localFont({
  src: "../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  preload: false,
  adjustFontFallback: false,
  variable: "--typeface-extended",
  // Letters of other languages than German and English; few pages have one.
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

/** The classes that bring the typeface to a page; --typeface and --typeface-extended name it. */
export const typeface = `${latin.variable} ${latinExtended.variable}`;
