import type { ReactNode } from "react";
import { focusTitle } from "@/lib/i18n/follow-links";
import { LoadFailed } from "./load-failed";
import { Skeleton } from "./skeleton";

type Props<T> = {
  query: Query<T>;
  children: (data: T) => ReactNode;
  /** The height of the place that is kept for it. */
  height?: string;
  /** What the page is called, where nothing else says so until it is there. */
  title?: string;
};

type Query<T> = { data: T | undefined; isError: boolean; error?: unknown; refetch?: () => unknown };

// The title of the page that was gone to has the focus (lib/i18n/follow-links): the one that comes for it takes that over.
const handsOn = (title: HTMLElement | null) => () => {
  if (title === document.activeElement) queueMicrotask(focusTitle);
};

/** Shows what a query has brought, a grey place before, and a message when it failed. */
export function Loaded<T>({ query, children, height = "h-48", title }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      {title && (
        <h1 ref={handsOn} className="mb-6 text-2xl lg:text-3xl">
          {title}
        </h1>
      )}
      {query.isError ? <LoadFailed error={query.error} onRetry={query.refetch} /> : <Skeleton className={height} />}
    </>
  );
}
