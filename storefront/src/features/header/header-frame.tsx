"use client";

import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useHideOnScroll } from "@/lib/hooks/use-hide-on-scroll";

/** What leaves when the page is scrolled down and comes back on the way up. */
export function HeaderFrame({ children }: { children: ReactNode }) {
  const { ref, hidden } = useHideOnScroll<HTMLElement>();
  return (
    <header
      ref={ref}
      className={cn(
        "sticky top-0 z-40 border-b border-line bg-white transition-transform duration-200 focus-within:translate-y-0",
        hidden && "-translate-y-full",
      )}
    >
      {children}
    </header>
  );
}
