"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { shownBy, underway } from "./navigation";

/** What had the focus may be gone with the page before. Then it is at the new page's title, which a screen reader reads. */
export function focusTitle() {
  const title = document.querySelector<HTMLElement>("main h1");
  if (!title || document.activeElement !== document.body) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/**
 * Goes to the page of a clicked Link without loading a new document. What the browser has a meaning for is left to it. A page
 * that takes its time, wherever it was asked for, shows as a line that grows at the top, as the browser would show it.
 */
export function FollowLinks() {
  const router = useRouter();
  const [waiting, start] = useTransition();
  useEffect(() => shownBy(start), [start]);
  useEffect(() => (waiting ? focusTitle : undefined), [waiting]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-page-link]") : null;
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if ((link.target && link.target !== "_self") || link.origin !== window.location.origin) return;
      event.preventDefault();
      underway(() => router.push(`${link.pathname}${link.search}${link.hash}`));
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);
  return waiting && <div className="underway" />;
}
