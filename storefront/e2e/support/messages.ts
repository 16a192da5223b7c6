import de from "../../messages/de.json" with { type: "json" };
import { unbroken } from "../../src/lib/i18n/unbroken";

/** The German messages, as pages show them. */
export const messages = unbroken(de);
