/** HTML that markup wrote: all that it took from elsewhere is escaped. */
export class Markup {
  constructor(readonly html: string) {}
}

type Value = string | number | boolean | null | undefined | Markup;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const indented = new WeakMap<TemplateStringsArray, string[]>();

// Lines and their indentation are there for who reads the template.
function withoutLines(template: TemplateStringsArray): string[] {
  const known = indented.get(template) ?? template.map((part) => part.replace(/\s*\n\s*/g, ""));
  indented.set(template, known);
  return known;
}

function written(value: Value): string {
  if (value instanceof Markup) return value.html;
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (one) => entities[one] ?? "");
}

/**
 * Writes HTML of which React need not know each element. Every value is text, between elements and in attributes, which stand
 * in quotes; nothing stands for null, undefined and false. A new line in the template is no space.
 */
export function markup(template: TemplateStringsArray, ...values: Value[]): Markup {
  const [first = "", ...rest] = withoutLines(template);
  return new Markup(rest.reduce((html, part, at) => html + written(values[at]) + part, first));
}
