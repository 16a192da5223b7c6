"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cn } from "@/lib/cn";

/** A column of links; on a narrow screen its title folds it in and out. */
export function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="border-t border-line md:border-0">
      <h2 className="text-base tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center justify-between py-4 md:hidden"
        >
          {title}
          <ChevronDown aria-hidden className={cn("size-4.5 transition-transform", open && "rotate-180")} />
        </button>
        <span className="hidden md:block">{title}</span>
      </h2>
      <ul id={id} className={cn("footer-links md:mt-4 md:block", !open && "hidden")}>
        {children}
      </ul>
    </div>
  );
}
