import { useEffect, type RefObject } from "react";

/**
 * For what comes up at the end of the page: Tab leads into the region from its origin, where the focus was then, and from its
 * ends back, as if it stood right behind the origin. Not from a dialog, which keeps the focus.
 */
export function useTabTo(region: RefObject<HTMLElement | null>, origin: RefObject<Element | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      const { target, shiftKey: back } = event;
      const stops = region.current?.querySelectorAll<HTMLElement>("a, button") ?? [];
      const first = stops[0];
      const from = origin.current as HTMLElement | null;
      if (!first || !from || from.closest("[role$=dialog]")) return;
      const enters = target === from && !back;
      if (!enters && target !== (back ? first : stops[stops.length - 1])) return;
      // Out of the end, the browser itself goes on from the origin.
      if (enters || back) event.preventDefault();
      (enters ? first : from).focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [region, origin]);
}
