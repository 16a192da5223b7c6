/** Under which names a tab keeps what a guest typed into the checkout and the server does not have yet. */
export const typedKeys = { email: "kontor.checkout.email", address: "kontor.checkout.address" } as const;
