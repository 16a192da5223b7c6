const tries = 6;
const pauseMs = 1000;

// The shop's server gives up a call before that (core/httpapi): what is not there by then was lost on the way.
const answerMs = 60_000;

const wait = (ms: number) => new Promise<void>((over) => setTimeout(over, ms));

/**
 * Sends again what the shop refused because too much came at once (503 "overloaded"), or because a log-in gave the visitor a
 * new cookie meanwhile (401 "session_renewed"). Nothing of such a call was begun, so that an order may be repeated, too. After
 * six tries the refusal is the answer. What gets no answer fails after a minute, so that nobody waits for it in front of a page.
 * What a leaving page sends (keepalive) is sent at once and never again.
 */
export function patient(
  send: (request: Request) => Promise<Response>,
  pause = wait,
  over = () => AbortSignal.timeout(answerMs),
) {
  return async (request: Request): Promise<Response> => {
    if (request.keepalive) return send(request);
    // The body's bytes, not clones of the request: a clone's body is a stream, which browsers treat as an upload of
    // unknown length and hide from their own tools.
    const init = request.body ? { body: await request.arrayBuffer() } : {};
    for (let n = 1; ; n++) {
      const response = await send(new Request(request, { ...init, signal: over() }));
      if (n === tries || !(await isRefused(response))) return response;
      await pause(pauseMs * (0.5 + Math.random())); // not all at the same moment
    }
  };
}

const passing: Record<number, RegExp> = { 401: /"session_renewed"/, 503: /"overloaded"/ };

async function isRefused(response: Response): Promise<boolean> {
  return passing[response.status]?.test(await response.clone().text()) ?? false;
}
