"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** A pixel more or less is not a step: browsers round what they scrolled. */
const slackPx = 2;

/**
 * A row that the browser scrolls sideways: the view that stands in it, counted from 0, whether it is at one of its ends, and
 * the way to another view. It is as fast as the browser, and as smooth as the row's scroll-behavior says.
 */
export function useScroller<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [at, setAt] = useState({ view: 0, start: true, end: false });
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = row;
      const view = Math.round(scrollLeft / Math.max(clientWidth, 1));
      const start = scrollLeft <= slackPx;
      const end = scrollLeft + clientWidth >= scrollWidth - slackPx;
      setAt((old) => (old.view === view && old.start === start && old.end === end ? old : { view, start, end }));
    };
    const resized = new ResizeObserver(update);
    resized.observe(row);
    for (const child of row.children) resized.observe(child);
    row.addEventListener("scroll", update, { passive: true });
    return () => {
      resized.disconnect();
      row.removeEventListener("scroll", update);
    };
  }, []);
  const go = useCallback((view: number) => {
    if (ref.current) ref.current.scrollTo({ left: view * ref.current.clientWidth });
  }, []);
  const step = useCallback((direction: 1 | -1) => {
    if (ref.current) ref.current.scrollBy({ left: direction * ref.current.clientWidth });
  }, []);
  return { ref, ...at, go, step };
}
