import type { ReactNode } from "react";
import { LoadFailed } from "./load-failed";
import { Skeleton } from "./skeleton";

type Query<T> = { data: T | undefined; isError: boolean; error?: unknown; refetch?: () => unknown };

/** Shows what a query has brought, a grey place before, and a message when it failed. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <LoadFailed error={query.error} onRetry={query.refetch} /> : <Skeleton className="h-48" />;
}
