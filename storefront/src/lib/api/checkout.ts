import { ApiError } from "./error";
import { get, post } from "./http";
import type { Rules } from "@/lib/checkout/rules";
import type { CheckoutView, Country, CountryList, GuestRegistration, ProcessResult, Success } from "./types";

/** The checkout as it stands, begun if there is none yet. ApiError reason cart_empty for an empty cart. */
export async function openCheckout(lang: string): Promise<CheckoutView> {
  try {
    return await get<CheckoutView>("/api/checkout/view", lang);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return post<CheckoutView>("/api/checkout/init", lang, {});
    throw error;
  }
}

/** Stores a guest's e-mail and addresses on the checkout. errorFields names fields that the server refused. */
export const registerGuest = (guest: GuestRegistration, lang: string) =>
  post<{ registered: boolean; error?: string; errorFields: string[]; checkout: CheckoutView }>(
    "/api/account/registerguest",
    lang,
    guest,
  );

/** Saves the payment method, the shipping option, or both. */
export const savePaymentShipping = (choice: { paymentCode?: string; shippingCodes?: string[] }, lang: string) =>
  post<CheckoutView>("/api/checkout/payment-shipping", lang, choice);

/** Redeems a voucher; ApiError 422 when it is not valid. */
export const addVoucher = (voucherCode: string, lang: string) =>
  post<CheckoutView>("/api/checkout/voucher", lang, { voucherCode });

/** Takes a voucher off again. */
export const removeVoucher = (voucherCode: string, lang: string) =>
  post<CheckoutView>("/api/checkout/voucher-remove", lang, { voucherCode });

/**
 * Buys. total is the sum in cents that the customer was shown: a different one is answered with ApiError 409
 * checkout_total_changed, whose body carries the new view, and nothing is bought. Safe to repeat.
 */
export const processCheckout = (total: number, lang: string) =>
  post<ProcessResult>("/api/checkout/process", lang, { total, client: {} });

/** What became of a submit of this session; state processing means ask again. */
export const fetchSuccess = (attempt: string, lang: string) =>
  get<Success>(`/api/checkout/success?order=${encodeURIComponent(attempt)}`, lang);

/** The countries that may be billed or delivered to. */
export const fetchCountries = (list: CountryList, lang: string) =>
  get<{ countries: Country[] }>(`/api/checkout/countries?list=${list}`, lang).then((answer) => answer.countries);

/** The rules of the address form, by which the server checks too. */
export const fetchRules = (lang: string) => get<Rules>("/api/rules", lang);
