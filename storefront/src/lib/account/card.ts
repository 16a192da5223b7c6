/** A saved card's number as people see it: three groups hidden, the last readable. */
export const hiddenNumber = (number: string): string => `•••• •••• •••• ${number.slice(-4)}`;

/** A date of expiry, MMYY, as it is printed: "MM / 20YY". */
export const expiryText = (expiry: string): string => `${expiry.slice(0, 2)} / 20${expiry.slice(2)}`;
