"use client";

import { Info } from "lucide-react";
import { Popover } from "radix-ui";
import { useId } from "react";

/**
 * A small i that opens an explanation on click, so that touch and keyboard have it too. It is modal: what it covers cannot
 * be pressed by half of it that looks out.
 */
export function Toggletip({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <Popover.Root modal>
      <Popover.Trigger
        aria-label={label}
        className="grid size-8 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-paper-2 hover:text-ink"
      >
        <Info aria-hidden className="size-4.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          aria-describedby={id}
          sideOffset={6}
          collisionPadding={16}
          className="z-50 max-w-72 animate-rise rounded-xl bg-ink px-4 py-3 text-sm text-white shadow-pop"
        >
          <p id={id}>{text}</p>
          <Popover.Arrow className="fill-ink" />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
