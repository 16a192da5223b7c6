import { report } from "@/lib/monitor/report";
import { answer, api, inLanguage } from "./client";
import { ApiError } from "./error";
import type { CheckoutView, CountryList, GuestRegistration, PickupKind } from "./types";

/** The checkout as it stands, begun if there is none yet. ApiError reason cart_empty for an empty cart. */
export const openCheckout = (lang: string): Promise<CheckoutView> =>
  answer(api.POST("/api/checkout/init", inLanguage(lang)));

/** Stores a guest's e-mail and addresses on the checkout; errors names fields that the server refused, and why. */
export const registerGuest = (body: GuestRegistration, lang: string) =>
  answer(api.POST("/api/account/registerguest", { ...inLanguage(lang), body }));

/** Bills and delivers to entries of the customer's address book; deliveryAddressId 0 is the invoice address. */
export const chooseAddresses = (
  body: { invoiceAddressId: number; deliveryAddressId: number; telephoneNumber: string },
  lang: string,
) => answer(api.POST("/api/checkout/data", { ...inLanguage(lang), body }));

/** Saves the payment method, the shipping option, or both; ApiError, with the checkout, for one that is not on offer. */
export const savePaymentShipping = (body: { paymentCode?: string; shippingCodes?: string[] }, lang: string) =>
  answer(api.POST("/api/checkout/payment-shipping", { ...inLanguage(lang), body }));

/** What the checkout would be with a choice that is not saved. */
export const previewChoice = (body: { paymentCode?: string; shippingCodes?: string[] }, lang: string) =>
  answer(api.POST("/api/checkout/preview", { ...inLanguage(lang), body }));

/** Redeems a voucher; ApiError when it is not valid. */
export const addVoucher = (voucherCode: string, lang: string) =>
  answer(api.POST("/api/checkout/voucher", { ...inLanguage(lang), body: { voucherCode } }));

/** Takes a voucher off again. */
export const removeVoucher = (voucherCode: string, lang: string) =>
  answer(api.POST("/api/checkout/voucher-remove", { ...inLanguage(lang), body: { voucherCode } }));

/** Adds the no-risk-much-fun package, or takes it off. */
export const saveNoRisk = (add: boolean, lang: string) =>
  answer(api.POST("/api/checkout/no-risk-much-fun", { ...inLanguage(lang), body: { no_risk_much_fun: add ? 1 : 0 } }));

/** Where a parcel can be collected near a postal code or town, nearest first. */
export const fetchPickupPoints = (kind: PickupKind, place: { zipCode?: string; cityName?: string }, lang: string) =>
  answer(api.POST("/api/checkout/pickup-points", { ...inLanguage(lang), body: { kind, ...place } })).then(
    ({ points }) => points,
  );

/** The checkout as it is now, where a refused choice or submit carried it. */
export function freshCheckout(error: unknown): CheckoutView | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.body as { checkout?: CheckoutView }).checkout;
}

/** What became of a submit of this session; state processing means ask again. */
export const fetchSuccess = (order: string, lang: string) =>
  answer(api.GET("/api/checkout/success", { ...inLanguage(lang), params: { query: { order } } }));

/** The countries that may be billed or delivered to. */
export const fetchCountries = (list: CountryList, lang: string) =>
  answer(api.GET("/api/checkout/countries", { ...inLanguage(lang), params: { query: { list } } })).then(
    ({ countries }) => {
      if (countries.length === 0) report("report", `no_country_options ${list}`);
      return countries;
    },
  );

/** The rules of the address form, by which the server checks too. */
export const fetchRules = (lang: string) => answer(api.GET("/api/rules", inLanguage(lang)));
