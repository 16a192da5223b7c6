import { expect, it } from "vitest";
import de from "./de.json";

// The error catalogue of the specification, to the letter.
const catalogue: [string, string, string][] = [
  [
    "cart, general",
    de.errors.cart_general,
    "Es ist ein unerwarteter Fehler aufgetreten, bitte versuche es jetzt oder später erneut.",
  ],
  [
    "remove product",
    de.errors.cart_remove,
    "Dieses Produkt kann gerade aufgrund technischer Schwierigkeiten nicht gelöscht werden.",
  ],
  [
    "warranty add",
    de.errors.cart_warranty_add,
    "Die Garantieverlängerung kann gerade aufgrund technischer Schwierigkeiten nicht hinzugefügt werden.",
  ],
  [
    "warranty delete",
    de.errors.cart_warranty_remove,
    "Die Garantieverlängerung kann gerade aufgrund technischer Schwierigkeiten nicht gelöscht werden.",
  ],
  [
    "quantity change",
    de.errors.cart_quantity,
    "Die Anzahl kann gerade aufgrund technischer Schwierigkeiten nicht geändert werden. Versuche es gleich oder später erneut.",
  ],
  [
    "Ajax error banner",
    de.errors.ajax,
    "Leider kam es zu einem Fehler ({code}). Bitte wende dich an unseren Support, um das Problem zu beheben.",
  ],
  [
    "newsletter success",
    de.newsletter.sent,
    "Vielen Dank für deine Anmeldung! Wir haben dir soeben eine E-Mail zur Bestätigung deiner Anmeldung gesendet.",
  ],
  ["newsletter failure", de.newsletter.failed, "Deine Newsletter-Aktivierung war nicht erfolgreich."],
  ["newsletter activated", de.newsletter.confirmed, "Deine Newsletter-Aktivierung war erfolgreich."],
  ["wishlist moved", de.wishlist.movedAll, "Alle Produkte wurden zum Warenkorb hinzugefügt"],
  [
    "wishlist error",
    de.errors.wishlist,
    "Leider kam es zu einem Fehler. Bitte wende dich an unseren Support, um das Problem zu beheben.",
  ],
  ["filters loading", de.filter.loadingTitle, "Einen Augenblick bitte."],
  ["loader overlay", de.checkout.loader.title, "Fast geschafft…"],
  ["loader overlay, text", de.checkout.loader.text, "Deine Daten werden übermittelt."],
  ["filters loading, text", de.filter.loadingText, "Wir aktualisieren die Filter für dich."],
  ["wishlist removed", de.wishlist.removed, "Artikel wurde vom Merkzettel entfernt."],
  ["log-in running", de.account.login.running, "Deine Anmeldung läuft."],
  ["log-out running", de.account.nav.leaving, "Du wirst abgemeldet."],
  ["code being checked", de.account.twoFactor.checking, "Wir prüfen deinen Code."],
  ["code being sent", de.account.twoFactor.sending, "Wir senden dir einen neuen Code."],
  [
    "any other call",
    `${de.checkout.loader.title} ${de.checkout.loader.text}`,
    "Fast geschafft… Deine Daten werden übermittelt.",
  ],
  ["no products", de.listing.emptyCategory, "Es gibt keine Produkte in dieser Kategorie."],
  ["no more products", de.listing.noMore, "Es gibt keine weiteren Produkte in dieser Kategorie."],
];

it.each(catalogue)("%s reads as the specification has it", (_, text, wanted) => {
  expect(text).toBe(wanted);
});
