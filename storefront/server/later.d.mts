export function withScriptsLater(page: Buffer): Buffer;
