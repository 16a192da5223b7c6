/**
 * An address as tracking services may have it. The tokens of mailed links, as of the one that sets a new password, are nobody's
 * but the reader's.
 */
export function withoutToken(address: string): string {
  if (!/[?&]token=/.test(address)) return address;
  const url = new URL(address);
  url.searchParams.delete("token");
  return url.href;
}
