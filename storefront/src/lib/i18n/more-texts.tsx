import type { ReactNode } from "react";
import { AddedTexts } from "./added-texts";
import { writtenTexts } from "./written-texts";

/**
 * Gives the client components below it the named parts of the messages, beside what every page has (Texts). texts.test.ts knows which
 * component says what.
 */
export async function MoreTexts({ of, children }: { of: string[]; children: ReactNode }) {
  return <AddedTexts texts={await writtenTexts(of)}>{children}</AddedTexts>;
}
