/** The rules of a password, in the order of the list; the server checks the same. */
export const passwordRules: {
  key: "length" | "digit" | "lower" | "upper" | "symbols";
  holds: (password: string) => boolean;
}[] = [
  { key: "length", holds: (password) => [...password].length >= 6 },
  { key: "digit", holds: (password) => /\p{Nd}/u.test(password) },
  { key: "lower", holds: (password) => /\p{Ll}/u.test(password) },
  { key: "upper", holds: (password) => /\p{Lu}/u.test(password) },
  { key: "symbols", holds: (password) => password !== "" && !/[<>/+]/.test(password) },
];

const maxLength = 128;

/** Why a new password is refused: a key of the messages' "validation". */
export function passwordReason(password: string): { key: string; length?: number } | undefined {
  if (password === "") return { key: "missing" };
  if ([...password].length > maxLength) return { key: "too_long", length: maxLength };
  return passwordRules.every((rule) => rule.holds(password)) ? undefined : { key: "password_rules" };
}
