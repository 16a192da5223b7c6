import { useEffect, useEffectEvent } from "react";

/**
 * Closes a preview by Escape, wherever the focus is: who only points at it has it elsewhere. The focus that is in there goes to the
 * link that the preview belongs to.
 */
export function useEscape(onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return; // a dialog over it goes first
      document.activeElement?.closest("[data-preview]")?.querySelector("a")?.focus(); // which opens it
      leave();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
