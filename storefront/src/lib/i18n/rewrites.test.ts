import { getRedirectUrl, getRewrittenUrl, unstable_getResponseFromNextConfig } from "next/experimental/testing/server";
import { expect, test } from "vitest";
import nextConfig from "../../../next.config";

const origin = "https://kontor.example";

test.each([
  ["/", "/de"],
  ["/warenkorb", "/de/warenkorb"],
  ["/produkte/usb%203.0", "/de/produkte/usb%203.0"],
  ["/produkte/27.5", "/de/produkte/27.5"],
  ["/produkte/kontor.de", "/de/produkte/kontor.de"],
  ["/produkte/%2F%2Fkontor.de", "/de/produkte/%2F%2Fkontor.de"],
  ["/energie", "/de/energie"],
  ["/en", undefined],
  ["/en/produkte/usb%203.0", undefined],
  ["/index.html", "/de/index.html"],
  ["/manifest.webmanifest", undefined],
  ["/_next/static/chunks/a.js", undefined],
])("the German page of %s is %s", async (path, page) => {
  const response = await unstable_getResponseFromNextConfig({ url: `${origin}${path}`, nextConfig });
  expect(
    getRewrittenUrl(response)
      ?.replace(origin, "")
      .replace(/(?<=.)\/$/, ""),
  ).toBe(page);
});

test.each([
  ["/impressum", "/infocenter/section/imprint", 308],
  ["/datenschutz", "/infocenter/section/privacy", 308],
  ["/agb", "/infocenter/section/terms", 308],
  ["/widerrufsbelehrung", "/infocenter/section/revocation", 308],
  ["/en/impressum", "/en/infocenter/section/imprint", 308],
  ["/en/imprint", "/en/infocenter/section/imprint", 308],
  ["/en/agb", "/en/infocenter/section/terms", 308],
  ["/.well-known/change-password", "/kundenkonto/kontaktinformationen/passwort-aendern", 307],
  ["/de/warenkorb", "/warenkorb", 308],
])("%s leads to %s", async (path, page, status) => {
  const response = await unstable_getResponseFromNextConfig({ url: `${origin}${path}`, nextConfig });
  expect([getRedirectUrl(response), response.status]).toEqual([`${origin}${page}`, status]);
});
