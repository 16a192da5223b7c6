const maxNameChars = 25;

/** A product name as cart cards show it: 25 characters and an ellipsis. */
export function truncateName(name: string): string {
  const characters = [...name];
  return characters.length > maxNameChars ? `${characters.slice(0, maxNameChars).join("").trimEnd()}...` : name;
}
