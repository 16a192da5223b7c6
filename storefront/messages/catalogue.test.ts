import { expect, it } from "vitest";
import de from "./de.json";

/** What a message says of more than one. */
const spoken = (message: string) => /other \{(.*)\}\}$/.exec(message)?.[1];

// The error catalogue of the specification, to the letter.
const catalogue: [string, string | undefined, string][] = [
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
  ["cart empty", de.cart.empty, "Zur Zeit befinden sich keine Produkte im Warenkorb."],
  ["length, least", spoken(de.validation.too_short), "Bitte gib mindestens {length} Zeichen ein."],
  ["length, most", spoken(de.validation.too_long), "Bitte gib maximal {length} Zeichen ein."],
  [
    "log-in wrong",
    de.errors.login_wrong_credentials,
    "Bei der Eingabe deiner E-Mail-Adresse oder deines Passworts ist ein Fehler aufgetreten. Bitte versuche es erneut.",
  ],
  [
    "log-in blocked",
    de.account.login.blocked,
    "Es gab zu viele erfolglose Anmeldeversuche. Bitte warte {minutes}:{seconds} Minuten, bis du dich erneut einloggen kannst.",
  ],
  [
    "code wrong",
    de.errors.two_factor_wrong,
    "Der Code stimmt nicht überein oder ist möglicherweise abgelaufen. Bitte versuche es erneut.",
  ],
  [
    "code not sent",
    de.errors.two_factor_resend_failed,
    "Leider kam es zu einem technischen Problem. Bitte versuche es erneut.",
  ],
  [
    "code sent again",
    de.account.twoFactor.resent,
    "Wir haben dir noch einmal einen Code an deine E-Mail Adresse geschickt.",
  ],
  [
    "any failed call",
    de.errors.general,
    "Leider kam es zu einem technischen Problem. Bitte versuche es erneut oder wende dich an unseren Kundenservice.",
  ],
  ["something missing", de.errors.missing_param, "Fülle bitte alle Felder aus."],
  ["old password wrong", de.errors.old_password_incorrect, "Das aktuelle Passwort war nicht korrekt."],
  [
    "address not deleted",
    de.account.addresses.deleteFailed,
    "Die Aktion konnte nicht ausgeführt werden, bitte versuche es später erneut.",
  ],
  [
    "name of a campus member",
    de.errors.action_not_allow_for_student,
    "Der Name kann als Campus-Mitglied nicht geändert werden.",
  ],
  [
    "Apple Pay not usable",
    de.errors.apple_pay_unavailable,
    "Leider kannst du gerade Apple Pay nicht benutzen, bitte wähle eine andere Zahlart.",
  ],
  ["campus, university", de.campus.email.hintUniversity, "Bitte wähle eine Hochschule aus der Liste aus."],
  ["campus, e-mail", de.campus.email.hintEmail, "Bitte gib eine gültige E-Mail Adresse ein."],
  ["campus, terms", de.campus.email.hintTerms, "Bitte stimme noch den Teilnahmebedingungen zu."],
  ["campus, file", de.campus.upload.wrong.big, "Datei größer als 2.5MB"],
  ["campus, date", de.campus.upload.wrong.date, "ungültiges Datum"],
  ["campus, date by the server", de.validation.invalid_date, "ungültiges Datum"],
  ["no products", de.listing.emptyCategory, "Es gibt keine Produkte in dieser Kategorie."],
  ["no more products", de.listing.noMore, "Es gibt keine weiteren Produkte in dieser Kategorie."],
];

it.each(catalogue)("%s reads as the specification has it", (_, text, wanted) => {
  expect(text).toBe(wanted);
});
