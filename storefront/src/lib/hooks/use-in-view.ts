"use client";

import { useEffect, useRef, useState } from "react";

/** Tells whether the element that ref is put on can be seen; changes count after delayMs. */
export function useInView<T extends Element>(delayMs: number) {
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
  }, [delayMs]);
  return { ref, inView };
}
