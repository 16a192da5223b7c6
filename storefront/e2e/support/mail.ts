import { expect, type APIRequestContext } from "@playwright/test";

const mailbox = process.env.KONTOR_E2E_MAIL ?? "http://127.0.0.1:18026";
const quietMs = 1500;

type Mail = { subject: string; text: string; html: string; attachments: { name: string }[] };

async function mailsTo(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get(`${mailbox}/api/mails`, { params: { to } });
  return ((await answer.json()) as Mail[] | null) ?? [];
}

async function count(request: APIRequestContext, to: string): Promise<number> {
  return (await mailsTo(request, to)).length;
}

/** Waits for a mail in which find finds something, and gives that. */
async function mailed(
  request: APIRequestContext,
  to: string,
  find: (mail: Mail) => string | undefined,
): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    found = (await mailsTo(request, to)).map(find).find((one) => one !== undefined);
    return found;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeDefined();
  return found ?? "";
}

/** The code that a log-in mailed. */
export const mailedCode = (request: APIRequestContext, to: string) =>
  mailed(request, to, ({ subject }) => /^(\d{6}) /.exec(subject)?.[1]);

/** The link with a token that was mailed, to set a new password for instance; page is a part of its address. */
export const mailedLink = (request: APIRequestContext, to: string, page = "") =>
  mailed(request, to, ({ text }) => new RegExp(`https?:\\S+${page}\\S*token=\\S+`).exec(text)?.[0]);

/** The text of the first mail that has the words. */
export const mailedText = (request: APIRequestContext, to: string, words: RegExp) =>
  mailed(request, to, ({ text }) => (words.test(text) ? text : undefined));

/** The same mail as most programs show it. */
export const mailedHTML = (request: APIRequestContext, to: string, words: RegExp) =>
  mailed(request, to, ({ text, html }) => (words.test(text) ? html : undefined));

/** The names of the files that came with the first mail that has the words. */
export const mailedFiles = async (request: APIRequestContext, to: string, words: RegExp) =>
  (
    await mailed(request, to, ({ text, attachments }) =>
      words.test(text)
        ? attachments
            .map(({ name }) => name)
            .filter(Boolean) // a picture within the text has none
            .join("\n")
        : undefined,
    )
  ).split("\n");

/** Waits for exactly one mail to the address; a second one that follows within a moment fails. */
export async function expectOneMail(request: APIRequestContext, to: string): Promise<void> {
  await expect.poll(() => count(request, to), { timeout: 20_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  expect(await count(request, to)).toBe(1);
}

/** No mail has gone to the address. */
export async function expectNoMail(request: APIRequestContext, to: string): Promise<void> {
  expect(await count(request, to)).toBe(0);
}
