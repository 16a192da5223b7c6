"use client";

import { ChevronDown } from "lucide-react";
import { Accordion as Radix } from "radix-ui";
import type { ReactNode } from "react";

export const Accordion = Radix.Root;

type Props = { value: string; title: ReactNode; aside?: ReactNode; children: ReactNode };

/** One section of an Accordion; aside stands beside the title and is not part of its button. */
export function AccordionItem({ value, title, aside, children }: Props) {
  return (
    <Radix.Item value={value} className="border-b border-line last:border-0">
      <div className="flex items-center gap-2">
        <Radix.Header className="flex-1 text-[0.9375rem] leading-normal tracking-normal">
          <Radix.Trigger className="group flex w-full items-center gap-2 py-3.5 text-left font-semibold">
            <span className="flex-1">{title}</span>
            <ChevronDown
              aria-hidden
              className="size-4.5 text-ink-3 transition-transform group-data-[state=open]:rotate-180"
            />
          </Radix.Trigger>
        </Radix.Header>
        {aside}
      </div>
      <Radix.Content className="data-[state=open]:animate-fade">
        <div className="pb-4">{children}</div>
      </Radix.Content>
    </Radix.Item>
  );
}
