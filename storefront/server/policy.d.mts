import type { IncomingMessage, ServerResponse } from "node:http";

export function policyOf(html: string): string;
export function withPolicy<R extends ServerResponse>(request: IncomingMessage, response: R): R;
