"use client";

import { useEffect, useRef, useState } from "react";

// How long the bar at the bottom waits before it follows what can be seen.
const delayMs = 250;

/** Tells whether the element that ref is put on can be seen, so that a bar can repeat it; a change counts after a moment. */
export function useInView<T extends Element>() {
  const ref = useRef<T>(null);
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!ref.current) return;
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      timer = setTimeout(() => setInView(entry?.isIntersecting ?? false), delayMs);
    });
    observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { ref, inView };
}
