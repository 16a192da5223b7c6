"use client";

import { useEffect, useRef, useState } from "react";

const reshowAfterPx = 100;

/** True while something of the given height should be out of the way: the page was scrolled down past it, and not yet up by 100 px. */
export function useHideOnScroll(height: number): boolean {
  const [hidden, setHidden] = useState(false);
  const last = useRef(0);
  const turn = useRef(0);
  useEffect(() => {
    const onScroll = () => {
      const y = Math.max(window.scrollY, 0);
      if (y > last.current) turn.current = y;
      if (y <= height) setHidden(false);
      else if (y > last.current) setHidden(true);
      else if (turn.current - y >= reshowAfterPx) setHidden(false);
      last.current = y;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [height]);
  return hidden;
}
