import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import messages from "../../../messages/de.json";
import { TransferInstructions } from "./transfer-instructions";

it.each([
  [5, "Wir reservieren deine Ware 5 Tage lang."],
  [14, "Wir reservieren deine Ware 14 Tage lang."],
  [1, "Wir reservieren deine Ware 1 Tag lang."],
  [undefined, undefined],
])("says how long the goods wait for the money, as the shop has it", (reservedDays, says) => {
  const html = renderToStaticMarkup(
    createElement(
      NextIntlClientProvider,
      { locale: "de", messages, timeZone: "Europe/Berlin" } as never,
      createElement(TransferInstructions, { entries: [["iban", "DE02"]], reservedDays }),
    ),
  );
  expect(/Wir reservieren[^.]*\./.exec(html)?.[0]).toBe(says);
});
