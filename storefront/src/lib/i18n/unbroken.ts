type Tree = { [key: string]: string | Tree };

const joiner = "\u2060"; // forbids the break that a hyphen allows; it is as wide as nothing, and every typeface has it
const torn = /(?<!\p{L})(e|ust|nif)-(?=\p{L})/giu;
const text = /(?:\S+\s+){3}\S/; // labels and buttons have fewer words, and stay as people type and search them

const known = new WeakMap<Tree, Tree>();

/** The messages with "E-Mail", "USt-IdNr." and "NIF-IVA" whole in their texts: no line ends behind an "E-". */
export function unbroken<T extends Tree>(messages: T): T {
  let whole = known.get(messages);
  if (!whole) known.set(messages, (whole = each(messages)));
  return whole as T;
}

function each(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === "string" ? joined(value) : each(value)]),
  );
}

const joined = (message: string) => (text.test(message) ? message.replace(torn, `$1-${joiner}`) : message);
