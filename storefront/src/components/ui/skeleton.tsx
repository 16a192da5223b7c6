import { cn } from "@/lib/cn";

/** A grey place where content is about to be; without JavaScript, which would bring it, there is none. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse rounded-lg bg-paper-2 noscript:hidden", className)} />;
}
