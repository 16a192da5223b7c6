import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";

/** Of the request that is being answered: its trace, whether the API was away or failed when asked, and what it owes an answer. */
const current = new AsyncLocalStorage();
const valid = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Runs what answers a request so that what it asks the API belongs to the request's trace. A page that failed because the API
 * did not answer, or could not (503), is told from one that failed by itself: it is a 503, too. One that could be made without
 * what failed, as without the categories, is for its visitor alone: kept, it would lack that for everyone.
 */
export function withTrace(request, response, answer) {
  const parent = String(request.headers.traceparent ?? "");
  const visit = { parent: valid.test(parent) ? parent : undefined, away: false, lacks: false, open: new Set() };
  const { end } = response;
  response.end = (...args) => {
    if (!response.headersSent) {
      const givenUp = visit.open.size > 0;
      if (visit.lacks || givenUp) response.setHeader("Cache-Control", "no-store");
      if ((visit.away || givenUp) && response.statusCode === 500) response.statusCode = 503;
    }
    return end.apply(response, args);
  };
  return current.run(visit, answer);
}

/** Sends the trace with every fetch to the origin, and to no other, and notes what comes of it. */
export function traceCallsTo(origin) {
  const asked = new WeakMap();
  diagnostics.subscribe("undici:request:create", ({ request }) => {
    const visit = current.getStore();
    if (!visit || request.origin !== origin) return;
    asked.set(request, visit);
    visit.open.add(request);
    if (visit.parent) request.addHeader("traceparent", visit.parent);
  });
  const ended = (request, failed, away) => {
    const visit = asked.get(request);
    if (!visit) return;
    visit.open.delete(request);
    visit.lacks ||= failed;
    visit.away ||= away;
  };
  diagnostics.subscribe("undici:request:headers", ({ request, response: { statusCode } }) =>
    ended(request, statusCode >= 500, statusCode === 503),
  );
  diagnostics.subscribe("undici:request:error", ({ request }) => ended(request, true, true));
}
