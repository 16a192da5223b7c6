import type { IncomingMessage, ServerResponse } from "node:http";

export declare class Releases {
  constructor(own: string, common?: string);
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void>;
}
