import type http from "node:http";

export function withTrace<T>(request: http.IncomingMessage, response: http.ServerResponse, answer: () => T): T;
export function traceCallsTo(origin: string): void;
