/** How long a provider may take to answer before the customer is told that it does not. */
export const patienceMs = 20_000;

/** What a provider gives, or a rejection once that takes too long: a provider that is silent would keep the customer waiting for ever. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("provider_silent")), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
