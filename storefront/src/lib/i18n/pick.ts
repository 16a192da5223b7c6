type Tree = { [key: string]: unknown };

/** The named parts of a tree, "a" or "a.b", each at its place. A part that is there already is not cut down by one of its own. */
export function pick(tree: Tree, names: readonly string[]): Tree {
  const picked: Tree = {};
  for (const name of [...names].sort()) {
    const [head = "", ...rest] = name.split(".");
    const part = tree[head];
    if (part === undefined || picked[head] === part) continue;
    picked[head] =
      rest.length === 0 ? part : { ...(picked[head] as Tree | undefined), ...pick(part as Tree, [rest.join(".")]) };
  }
  return picked;
}

/** Both trees in one; where both have a part, the second's is the one. */
export function joined(first: Tree, second: Tree): Tree {
  const both = { ...first };
  for (const [key, part] of Object.entries(second)) {
    const before = both[key];
    both[key] = isTree(before) && isTree(part) ? joined(before, part) : part;
  }
  return both;
}

const isTree = (part: unknown): part is Tree => typeof part === "object" && part !== null && !Array.isArray(part);
