import { answer, api, inLanguage } from "./client";
import { kept } from "./kept";
import type { AddressInput, BecomeBusiness, BusinessRegistration, CustomerData, Registration } from "./types";

/** Mails a new code. */
export const resendCode = (lang: string) => answer(api.POST("/api/auth/resend-two-fa-code", inLanguage(lang)));

/** Ends the session; the cart stays with the account. */
export const logout = (lang: string) => answer(api.POST("/auth/logout", inLanguage(lang)));

/** Ends the session and takes the cart along as a guest's. */
export const logoutAndTransfer = (lang: string) => answer(api.POST("/auth/logout-and-transfer", inLanguage(lang)));

/** Makes a private account and logs in. */
export const register = (body: Registration, lang: string) =>
  answer(api.POST("/auth/register", { ...inLanguage(lang), ...kept, body }));

/** Makes a business account with its billing address and logs in. */
export const registerBusiness = (body: BusinessRegistration, lang: string) =>
  answer(api.POST("/auth/registration", { ...inLanguage(lang), ...kept, body }));

/** Makes an account of a guest's order, which order names by its attempt, and logs in. */
export const convertGuest = (order: string, password: string, lang: string) =>
  answer(api.POST("/account/convert", { ...inLanguage(lang), ...kept, body: { order, password } }));

/** Makes a private account a business one. */
export const becomeBusiness = (body: BecomeBusiness, lang: string) =>
  answer(api.POST("/api/account/convert-to-business", { ...inLanguage(lang), body }));

/** Mails a link to set a new password; the answer does not tell whether there is an account. */
export const requestReset = (email: string, lang: string) =>
  answer(api.POST("/auth/reset", { ...inLanguage(lang), body: { email } }));

/** Sets a new password by the token of a mailed link. */
export const resetPassword = (token: string, newPassword: string, lang: string) =>
  answer(api.POST("/process-password-forgotten", { ...inLanguage(lang), body: { token, newPassword } }));

/** The logged-in customer; loggedIn is false for everybody else. */
export const fetchCustomer = (lang: string): Promise<CustomerData> =>
  answer(api.POST("/account/customer/get", inLanguage(lang)));

/** Sets a new password; the customer's other sessions end. */
export const changePassword = (currentPassword: string, newPassword: string, again: string, lang: string) =>
  answer(
    api.POST("/account/password/change", {
      ...inLanguage(lang),
      body: { currentPassword, newPassword, confirmationPassword: again },
    }),
  );

/** Changes the names; takes the password. */
export const changeNames = (firstName: string, lastName: string, confirmationPassword: string, lang: string) =>
  answer(
    api.POST("/account/names/change", { ...inLanguage(lang), body: { firstName, lastName, confirmationPassword } }),
  );

/** Changes the e-mail address; takes the password. */
export const changeEmail = (email: string, confirmationPassword: string, lang: string) =>
  answer(api.POST("/account/email/change", { ...inLanguage(lang), body: { email, confirmationPassword } }));

/** Changes a business's owner. */
export const changeOwner = (ownerFirstName: string, ownerLastName: string, lang: string) =>
  answer(api.POST("/api/account/names/change-owner", { ...inLanguage(lang), body: { ownerFirstName, ownerLastName } }));

/** Sets a business's name where none is known. */
export const changeCompany = (companyName: string, lang: string) =>
  answer(api.POST("/api/account/names/change-company", { ...inLanguage(lang), body: { companyName } }));

/** Changes the telephone number; an empty one takes it away. */
export const changePhone = (telephoneNumber: string, lang: string) =>
  answer(api.POST("/account/customer/update", { ...inLanguage(lang), body: { telephoneNumber } }));

/** Changes a business's VAT id. */
export const changeVatId = (vatId: string, lang: string) =>
  answer(api.POST("/api/account/vat-id/change", { ...inLanguage(lang), body: { vatId } }));

/** The address book, the billing address first. */
export const fetchAddresses = (lang: string) =>
  answer(api.POST("/api/account/get-addresses", inLanguage(lang))).then(({ addresses }) => addresses);

/** Puts an address into the book; a light account's first becomes the billing address. */
export const addAddress = (address: AddressInput, billing: boolean, lang: string) =>
  answer(api.POST("/api/account/add-address", { ...inLanguage(lang), body: { ...address, defaultAddress: billing } }));

/** Replaces an address. */
export const updateAddress = (id: number, address: AddressInput, lang: string) =>
  answer(api.POST("/api/account/update-address", { ...inLanguage(lang), body: { ...address, id } }));

/** Deletes a delivery address. */
export const deleteAddress = (addressId: number, lang: string) =>
  answer(api.POST("/api/account/delete-address", { ...inLanguage(lang), body: { addressId } }));
