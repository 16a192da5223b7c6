"use client";

import { useEffect, useRef } from "react";

/**
 * Keeps the keyboard where it is while something is taken out of a list: with it goes the button that was pressed, and with that
 * the focus, which the element of this ref gets then. count is how many there are.
 */
export function useFocusKept<T extends HTMLElement>(count: number) {
  const place = useRef<T>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return place;
}
