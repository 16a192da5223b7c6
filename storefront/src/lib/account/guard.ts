/** What the visitor is to the account area. */
export type LoginState = "none" | "soft" | "full";

/** What a page of the account area does for a visitor. */
type Verdict = "show" | "login" | "overview" | "modal";

const root = "/kundenkonto";
const open = ["/login", "/registrieren", "/passwort+vergessen"];
const known =
  /^(?:|\/bestellungen(?:\/\d+)?|\/kreditkarten|\/studentenprogramm|\/adressen(?:\/neue-rechnungsadresse|\/neue-lieferadresse|\/adresse-bearbeiten\/\d+)?|\/kontaktinformationen(?:\/(?:namen|email|passwort|telefon|inhaber-name|firmen-name|ustid|b2b)-aendern)?)$/;

/** Decides about a path of the account area: who is logged out sees the log-in, the other way round the overview. */
export function guard(path: string, state: LoginState): Verdict {
  const page = decodeURIComponent(path).slice(root.length).replace(/\/$/, "");
  if (open.includes(page)) return state === "full" ? "overview" : "show";
  if (!known.test(page)) return "show"; // the account's own not-found page
  if (state === "none") return "login";
  return state === "soft" ? "modal" : "show";
}

/** Whether the path is one of the pages that are there to get in. */
export const isEntrance = (path: string) =>
  open.includes(decodeURIComponent(path).slice(root.length).replace(/\/$/, ""));

/** A path to go to after the log-in; anything that does not lead into the shop is the overview. */
export function target(wish: string | null): string {
  return wish && /^\/(?![/\\])/.test(wish) && !isEntrance(wish) ? wish : root;
}

/** The page that a page of the account belongs to: an order to the orders, the orders to the overview. */
export const above = (path: string) => (/^\/kundenkonto\/[^/]+(?=\/.)/.exec(path) ?? [root])[0];
