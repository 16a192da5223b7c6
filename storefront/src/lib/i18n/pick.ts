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
