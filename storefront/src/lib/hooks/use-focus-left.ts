"use client";

import { useLayoutEffect, useRef } from "react";
import { leave } from "@/lib/focus/leave";

/**
 * For the button of what failed: when it goes, pressed or because the shop tried by itself, the focus that it had goes to what it
 * stands in.
 */
export function useFocusLeft() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button && button === document.activeElement) leave(button);
    };
  }, []);
  return ref;
}
