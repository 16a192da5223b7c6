import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SiteProvider } from "@/lib/site/context";
import { ownSite } from "@/lib/site/site";
import { LegalNotice } from "./legal-notice";

const notices = [
  "order-facts",
  "payment-means",
  "legal-guarantee",
  "repair",
  "disposal",
  "review-check",
  "review-notices",
  "barrier-reports",
  "retention",
];
const shown = (hides?: string[]) =>
  notices.filter((of) =>
    renderToStaticMarkup(
      createElement(SiteProvider, {
        site: { ...ownSite, hides },
        children: createElement(LegalNotice, { of, children: "said" }),
      }),
    ).includes("said"),
  );

it("says everything that the operator did not switch off", () => {
  expect(shown()).toEqual(notices);
});

it.each(notices)("leaves %s out where it is switched off, and nothing else", (off) => {
  expect(shown([off])).toEqual(notices.filter((notice) => notice !== off));
});
