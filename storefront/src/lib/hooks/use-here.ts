"use client";

import { useEffect, useRef } from "react";

/** Whether what uses it is still on the screen, for what comes later, as an answer: a form may be closed or left meanwhile. */
export function useHere() {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);
  return here;
}
