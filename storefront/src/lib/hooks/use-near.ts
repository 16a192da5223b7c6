"use client";

import { useEffect, useRef, useState } from "react";

/** Turns true for good once the element that ref is put on comes within margin px of the viewport. */
export function useNear<T extends Element>(margin: number) {
  const ref = useRef<T>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [margin]);
  return { ref, near };
}
