import type messages from "@messages/de.json";

/** Why something cannot be withdrawn from, or was not: the API's word, and the text's key. */
export type WithdrawalReason = keyof typeof messages.withdrawal.reasons;
