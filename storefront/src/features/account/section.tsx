import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { leave } from "@/lib/focus/leave";

type Query<T> = { data: T | undefined; isError: boolean; refetch?: () => unknown };

/** Shows what a query has brought, a grey place before, and a message when it failed. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <LoadFailed onRetry={query.refetch} /> : <Skeleton className="h-48" />;
}

/** Says that something could not be read, with the way to try it again. */
export function LoadFailed({ onRetry }: { onRetry?: () => unknown }) {
  const t = useTranslations("errors");
  const failure = useTranslations("failure");
  return (
    <Notice tone="error">
      <p>{t("general")}</p>
      {onRetry && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            leave(currentTarget);
            onRetry();
          }}
          className="mt-1 py-1 underline underline-offset-4"
        >
          {failure("retry")}
        </button>
      )}
    </Notice>
  );
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
