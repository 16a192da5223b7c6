import { MutationCache, QueryCache, QueryClient, type Query } from "@tanstack/react-query";
import { ApiError } from "@/lib/api/error";
import { isRefusal } from "@/lib/api/refusal";
import { report } from "@/lib/monitor/report";

/** What the shop wants to hear of: a failure of its own. A refusal is an answer, and a lost network cannot be told. */
function tell(error: unknown, what: unknown): void {
  if (error instanceof ApiError && error.status >= 500)
    report("report", `${String(what ?? "call")} failed: ${error.message}`);
}

// A session that was ended elsewhere: the header says so, and the account's guard leads to the log-in. And of a change without
// an answer nobody knows whether it was made: what is shown of it is read again.
function doubt(client: QueryClient, error: unknown, isChange?: boolean): void {
  if (isRefusal(error) ? error.reason === "login_required" : isChange)
    for (const key of ["header", "cart"]) void client.invalidateQueries({ queryKey: [key] });
}

// Before the first time that it is tried again; the second waits twice as long, and so on.
const pauseMs = 10_000;

/** Whether a query stands there as failed, though nobody refused it. */
const isDown = ({ state: { error } }: Pick<Query, "state">) => !!error && !isRefusal(error);

/** In how many milliseconds a query that failed is tried again; false of one that has not, or was refused. */
export const whenDown = (query: Pick<Query, "state">) => isDown(query) && pauseMs * query.state.errorUpdateCount;

/**
 * A client that asks once more for what did not reach the API, and not again for what it refused. What failed is tried again by
 * itself: after pauses that grow, and as soon as somebody looks at the page again or the network is back.
 */
export function queryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        tell(error, query.queryKey[0]);
        doubt(client, error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        tell(error, mutation.options.mutationKey?.[0]);
        doubt(client, error, true);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: isDown,
        refetchInterval: whenDown,
        // What was lost on the way. What got no answer for a minute (lib/api/patient) is told: nobody waits for a second one first.
        retry: (failures, error) => error instanceof TypeError && failures < 1,
      },
      // Without a network a change fails at once and is told; it does not wait, to be made when nobody expects it.
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
