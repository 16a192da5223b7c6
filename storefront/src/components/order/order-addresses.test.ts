import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OrderAddress } from "@/lib/api/types";
import messages from "../../../messages/de.json";
import { OrderAddresses } from "./order-addresses";

const forgotten = {
  id: 0,
  streetName: "",
  streetNumber: "",
  zipCode: "",
  cityName: "",
  countryName: "",
} as OrderAddress;
const kept = { ...forgotten, firstName: "Kim", lastName: "Muster", zipCode: "20457", cityName: "Hamburg" };
const { billing, deliveryAddress } = messages.account.orders;

it.each([
  [kept, kept, [billing, deliveryAddress]],
  [kept, forgotten, [billing]],
  [forgotten, forgotten, []],
])("names only the addresses that are kept", (billed, delivered, headings) => {
  const order = { billingAddress: billed, deliveryAddress: delivered };
  const html = renderToStaticMarkup(
    createElement(
      NextIntlClientProvider,
      { locale: "de", messages, timeZone: "Europe/Berlin" } as never,
      createElement(OrderAddresses, { order }),
    ),
  );
  expect([...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, heading]) => heading)).toEqual(headings);
});
