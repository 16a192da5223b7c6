import { patient } from "./patient";

/**
 * For a call whose answer brings the cookie of who has logged in: it is made to its end though its page is left for another document
 * meanwhile, as the cookie before is worth nothing then. Browsers take 64 kB of what is sent so.
 */
export const kept = { fetch: patient((request) => fetch(request, { keepalive: true })) };
