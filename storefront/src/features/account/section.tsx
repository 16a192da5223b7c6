import type { ReactNode } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

type Query<T> = { data: T | undefined; isError: boolean; error?: unknown; refetch?: () => unknown };

/** Shows what a query has brought, a grey place before, and a message when it failed. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <LoadFailed error={query.error} onRetry={query.refetch} /> : <Skeleton className="h-48" />;
}

/** A white box with a heading. */
export function Box({ title, level = 2, children }: { title: string; level?: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="rounded-card border border-line bg-white p-5 lg:p-6">
      <Heading className="mb-3 text-lg font-semibold">{title}</Heading>
      {children}
    </section>
  );
}
