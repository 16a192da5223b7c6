"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = { title: ReactNode; aside?: ReactNode; opened?: boolean; children: ReactNode };

/** A section that its title folds in and out; aside stands beside the title and is not part of its button. */
export function AccordionItem({ title, aside, opened = false, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(opened);
  return (
    <div className="border-b border-line last:border-0">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 text-[0.9375rem] leading-normal tracking-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex w-full items-center gap-2 py-3.5 text-left font-semibold"
          >
            <span className="flex-1">{title}</span>
            <ChevronDown aria-hidden className={cn("size-4.5 text-ink-3 transition-transform", open && "rotate-180")} />
          </button>
        </h3>
        {aside}
      </div>
      <div id={id} hidden={!open} className={cn("pb-4", open && "animate-fade")}>
        {open && children}
      </div>
    </div>
  );
}
