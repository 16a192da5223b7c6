type Words = { title: string; text: string };

/** The messages of each language, as far as a blank page needs them. */
export type Texts = Record<
  string,
  { notFound: { title: string; home: string }; failure: Words; account: { notFound: Words } }
>;
export function withWords(page: Buffer, options: { status: number; path: string; texts: Texts }): Buffer;
export function readTexts(): Texts;
