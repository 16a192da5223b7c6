import { expect, type APIRequestContext } from "@playwright/test";

const mailbox = process.env.KONTOR_E2E_MAIL ?? "http://127.0.0.1:18026";
const quietMs = 1500;

async function count(request: APIRequestContext, to: string): Promise<number> {
  const answer = await request.get(`${mailbox}/api/mails`, { params: { to } });
  const mails = (await answer.json()) as unknown[] | null;
  return mails?.length ?? 0;
}

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
