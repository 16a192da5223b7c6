import type { IncomingMessage, ServerResponse } from "node:http";

export function policyOf(page: Buffer): string;
export function withPolicy<R extends ServerResponse>(request: IncomingMessage, response: R): R;
