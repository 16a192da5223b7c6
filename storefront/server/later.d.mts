export function withScriptsLater(html: string): string;
