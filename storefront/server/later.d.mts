export function withScriptsLater(page: Buffer, forEveryone: boolean): Buffer;
