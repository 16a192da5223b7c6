import { textReason, type Reason, type Rules } from "@/lib/checkout/rules";

type Form = Rules["vatIds"][number]["forms"][number];
type Sum = NonNullable<Form["sums"]>[number];

/** A VAT id in capitals, without what people put between its digits. */
export const normalVatId = (text: string) =>
  text
    .trim()
    .replace(/[ .\-/]/g, "")
    .toUpperCase();

/** What the ids of a country begin with. */
export const vatPrefix = (iso: string) => (iso === "GR" ? "EL" : iso);

/** Why a VAT id is wrong, if there is one: its length, its check digits, or that it is another country's than iso. */
export function vatReason(rules: Rules, text: string, iso?: string): Reason | undefined {
  const id = normalVatId(text);
  const wrong = textReason(rules, "vatId", id);
  if (wrong || id === "") return wrong;
  const elsewhere = iso !== undefined && !id.startsWith(vatPrefix(iso));
  return elsewhere || !isVatId(rules.vatIds, id) ? { key: "invalid_vat_id" } : undefined;
}

/** Whether a normal id has the form of its state and right check digits, by the server's table. */
export function isVatId(rules: Rules["vatIds"], id: string): boolean {
  const rule = rules.find((one) => one.prefix === id.slice(0, 2));
  return rule?.forms.some((form) => formHolds(form, id.slice(2))) ?? false;
}

function formHolds(form: Form, number: string): boolean {
  if (!new RegExp(`^(?:${form.pattern})$`).test(number)) return false;
  if (form.chain && !chained(number)) return false;
  return (form.sums ?? []).every((sum) => sumHolds(sum, number, form.values ?? {}));
}

function sumHolds(sum: Sum, number: string, values: Record<string, number>): boolean {
  let rest = remainder(sum, number, values, sum.weights);
  if (rest === 10 && sum.again) rest = remainder(sum, number, values, sum.again);
  const character = number[sum.at || number.length - 1];
  if (sum.letters) return character === sum.letters[rest];
  if (sum.digits) return Number(character) === sum.digits[rest];
  return rest === (sum.equals ?? 0);
}

function remainder(sum: Sum, number: string, values: Record<string, number>, weights: number[]): number {
  const total = weights.reduce(
    (so, weight, at) => so + product(sum, number[at] ?? "", at, values, weight),
    sum.plus ?? 0,
  );
  return ((total % sum.mod) + sum.mod) % sum.mod;
}

function product(sum: Sum, character: string, at: number, values: Record<string, number>, weight: number): number {
  let value = values[character] ?? 0;
  if (/^[0-9]$/.test(character)) {
    value = Number(character);
    if (sum.swap && at % 2 === 0) value = sum.swap[value] ?? 0;
  }
  const weighted = value * weight;
  return sum.fold && weighted > 9 ? weighted - 9 : weighted;
}

/** ISO 7064's MOD 11,10. */
function chained(number: string): boolean {
  const digits = [...number].map(Number);
  const last = digits.pop() ?? 0;
  const end = digits.reduce((so, digit) => (((digit + so) % 10 || 10) * 2) % 11, 10);
  return (end + last) % 10 === 1;
}
