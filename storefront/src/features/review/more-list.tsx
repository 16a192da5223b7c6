"use client";

import { useEffect, useRef, useState, useTransition, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useMessage } from "@/lib/i18n/use-message";

type Props<T> = {
  label: string;
  className?: string;
  /** Reads on, after so many times and behind the last entry that came, and says whether there are more. */
  next: (times: number, last?: T) => Promise<{ list: T[]; more: boolean }>;
  children: (entry: T) => ReactNode;
};

/** The rest of a list of which the page has the beginning: some at once, and some per press. */
export function MoreList<T extends { id: number }>({ label, className, next, children }: Props<T>) {
  const message = useMessage();
  const [{ list, more, times }, setKnown] = useState({ list: [] as T[], more: true, times: 0 });
  const [error, setError] = useState<string>();
  const [loading, load] = useTransition();
  const read = () => {
    end.current = button.current?.closest("li")?.previousElementSibling ?? null;
    load(async () => {
      try {
        const found = await next(times, list.at(-1));
        // One that was published since moves the others down: nobody is to see an entry twice.
        const fresh = found.list.filter(({ id }) => list.every((one) => one.id !== id));
        setKnown({ list: [...list, ...fresh], more: found.more, times: times + 1 });
        setError(undefined);
      } catch (failure) {
        setError(message(failure, "general"));
      }
    });
  };
  // The button goes with the last of them, and the focus would go with it: reading goes on at the first that came.
  useEffect(() => {
    const next = end.current?.nextElementSibling ?? end.current;
    if (more || document.activeElement !== document.body || !(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }, [more]);
  const begun = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const end = useRef<Element>(null); // what stood before the button when it was pressed
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    button.current?.focus({ preventScroll: true }); // it is where the one was that led here, and had the focus
    read();
  });
  return (
    <>
      {list.map(children)}
      {more && (
        <li className={className}>
          <Button ref={button} look="secondary" onClick={read} aria-disabled={loading} aria-busy={loading}>
            {label}
          </Button>
          <p role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
            {error}
          </p>
        </li>
      )}
    </>
  );
}
