const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, "0")).join("");

/** The header of a trace that begins here (W3C Trace Context). */
export const newTraceparent = () => `00-${hex(16)}-${hex(8)}-01`;
