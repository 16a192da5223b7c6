import { getLocale, getMessages } from "next-intl/server";
import { pick } from "./pick";

const written = new Map<string, string>();

/**
 * The named parts of the messages as JSON: as text, React takes them for one value; as an object it would look at each of a thousand,
 * on the server and in the browser.
 */
export async function writtenTexts(parts: readonly string[]): Promise<string> {
  const key = [await getLocale(), ...parts].join(" ");
  const texts = written.get(key) ?? JSON.stringify(pick(await getMessages(), parts));
  written.set(key, texts);
  return texts;
}
