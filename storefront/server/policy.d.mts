import type { IncomingMessage, ServerResponse } from "node:http";
import type { Texts } from "./blank.mjs";

export function policyOf(page: Buffer): string;
export function withPolicy<R extends ServerResponse>(request: IncomingMessage, response: R, texts?: Texts): R;
