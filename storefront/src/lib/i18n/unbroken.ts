const joiner = "\u2060"; // forbids the break that a hyphen allows; it is as wide as nothing, and every typeface has it
const torn = /(?<!\p{L})(e|ust|nif)-(?=\p{L})/giu;
const text = /(?:\S+\s+){3}\S/; // labels and buttons have fewer words, and stay as people type and search them

const known = new WeakMap<object, unknown>();

/**
 * The messages with "E-Mail", "USt-IdNr." and "NIF-IVA" whole in their texts: no line ends behind an "E-". A build has
 * compiled those that have arguments, to lists of their parts.
 */
export function unbroken<T extends object>(messages: T): T {
  let whole = known.get(messages);
  if (!whole) known.set(messages, (whole = each(messages, false)));
  return whole as T;
}

function each(value: unknown, part: boolean): unknown {
  if (typeof value === "string") return part || text.test(value) ? value.replace(torn, `$1-${joiner}`) : value;
  if (Array.isArray(value)) return value.map((one) => each(one, true));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, each(inner, part)]));
}
