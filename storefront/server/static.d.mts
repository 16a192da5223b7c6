import type { IncomingMessage, ServerResponse } from "node:http";

export declare function takesBrotli(request: IncomingMessage): boolean;

export declare class Compressed {
  constructor(folder: string);
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}
