"use client";

import { useEffect, useState, type ComponentProps } from "react";

const appearAfterPx = 300;

/**
 * A button that leads back to the top once the page was scrolled by 300 px, and the keyboard with it: the button goes, and would take
 * the focus along.
 */
export function BackToTop(props: ComponentProps<"button">) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const onScroll = () => setShown(window.scrollY > appearAfterPx);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      {...props}
      onClick={() => {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        scrollTo({ top: 0, behavior: still ? "auto" : "smooth" });
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    />
  );
}
