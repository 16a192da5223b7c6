"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { ApiError } from "@/lib/api/error";
import { report } from "@/lib/monitor/report";
import { agreeWithTabs } from "./tabs";

/** What the shop wants to hear of: a failure of its own. A refusal is an answer, and a lost network cannot be told. */
function tell(error: unknown, what: unknown): void {
  if (error instanceof ApiError && error.status >= 500)
    report("report", `${String(what ?? "call")} failed: ${error.message}`);
}

/** One query client per visitor. What the API refused is not asked again; what did not reach it is, once. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: (error, query) => tell(error, query.queryKey[0]) }),
        mutationCache: new MutationCache({
          onError: (error, _variables, _result, mutation) => tell(error, mutation.options.mutationKey?.[0]),
        }),
        defaultOptions: {
          queries: {
            staleTime: 30_000,
            refetchOnWindowFocus: false,
            retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
          },
          // Without a network a change fails at once and is told; it does not wait, to be made when nobody expects it.
          mutations: { networkMode: "always" },
        },
      }),
  );
  useEffect(() => agreeWithTabs(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
