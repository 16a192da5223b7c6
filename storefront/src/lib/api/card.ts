import { answer, api, inLanguage } from "./client";
import type { CardToken } from "./types";

/** The customer's saved cards, the one last used first. */
export const fetchCards = (lang: string) =>
  answer(api.POST("/api/account/creditcards/get", inLanguage(lang))).then(({ creditCards }) => creditCards);

/** Forgets saved cards, all or none. */
export const removeCards = (creditCardIds: string[], lang: string) =>
  answer(api.POST("/api/account/creditcards/remove", { ...inLanguage(lang), body: { creditCardIds } }));

/** The form by which an account saves a card without buying. ApiError 409 card_saving_off where the shop saves none. */
export const fetchCardForm = (lang: string) =>
  answer(api.POST("/api/account/creditcards/get-form-data", inLanguage(lang)));

/** Saves a card for the account. A card that is there already is replaced. */
export const addCard = (card: CardToken, lang: string) =>
  answer(api.POST("/api/account/creditcards/save", { ...inLanguage(lang), body: card }));

/** The checkout's card form, with the cards that the customer may pay by instead. */
export const fetchCardFields = (lang: string) =>
  answer(api.POST("/api/checkout/get-credit-card-fields", inLanguage(lang)));

/** Saves a card that the gateway has checked; the answer has the shop's name of it. */
export const saveCard = (card: CardToken, lang: string) =>
  answer(api.POST("/api/checkout/save-credit-card", { ...inLanguage(lang), body: { ...card, save: 1 } }));

/** Chooses a saved card to pay by. */
export const selectCard = (alias: string, lang: string) =>
  answer(api.POST("/api/checkout/select-credit-card", { ...inLanguage(lang), body: { alias } }));
