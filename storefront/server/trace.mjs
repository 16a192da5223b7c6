import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";

const current = new AsyncLocalStorage();
const valid = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Runs what answers a request so that what it asks the API belongs to the request's trace. */
export function withTrace(request, answer) {
  const parent = String(request.headers.traceparent ?? "");
  return valid.test(parent) ? current.run(parent, answer) : answer();
}

/** Sends the trace with every fetch to the origin, and to no other. */
export function traceCallsTo(origin) {
  diagnostics.subscribe("undici:request:create", ({ request }) => {
    const parent = current.getStore();
    if (parent && request.origin === origin) request.addHeader("traceparent", parent);
  });
}
