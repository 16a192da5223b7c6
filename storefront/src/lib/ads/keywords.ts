const kinds: Record<string, string> = { "": "home", kategorie: "category", produkte: "search", produkt: "pdp" };

/** What ads can be aimed at besides their place and the path: the kind of page (pdp is a product's), and what was searched for. */
export function keywordsOf(path: string): Record<string, string> {
  const [kind = "", rest = ""] = path.split("/").slice(1);
  const pagetype = kinds[kind];
  if (!pagetype) return {};
  return pagetype === "search" ? { pagetype, search: decoded(rest).toLowerCase() } : { pagetype };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
