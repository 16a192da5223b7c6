"use client";

import { useEffect, useRef, useState } from "react";

const reshowAfterPx = 100;

/** Tells whether the element that ref is put on should be out of the way: the page was scrolled down past its height, and not yet up by 100 px. */
export function useHideOnScroll<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [hidden, setHidden] = useState(false);
  const last = useRef(0);
  const turn = useRef(0);
  useEffect(() => {
    const onScroll = () => {
      const y = Math.max(window.scrollY, 0);
      if (y > last.current) turn.current = y;
      if (y <= (ref.current?.offsetHeight ?? 0)) setHidden(false);
      else if (y > last.current) setHidden(true);
      else if (turn.current - y >= reshowAfterPx) setHidden(false);
      last.current = y;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  return { ref, hidden };
}
