"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { useRef, type FocusEvent } from "react";
import { cn } from "@/lib/cn";
import { useBack } from "@/lib/hooks/use-back";
import type { DialogProps } from "./dialog";

const places = {
  center:
    "top-1/2 left-1/2 max-h-[90dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-card animate-fade",
  left: "inset-y-0 left-0 w-[min(24rem,88vw)] animate-slide-left",
  right: "inset-y-0 right-0 w-[min(26rem,100vw)] animate-slide-right",
};

// From its last stop to the first, and back, Radix leads the keyboard without scrolling there.
function show({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
}

/** What Dialog loads. */
export function DialogBox({ open, onOpenChange, title, side = "center", fill, text, footer, children }: DialogProps) {
  const t = useTranslations("common");
  const opener = useRef<Element | null>(null);
  const place = useRef<HTMLElement | null>(null);
  useBack(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-ink/45" />
        <Radix.Content
          {...(text ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            place.current = opener.current?.closest<HTMLElement>("[tabindex='-1']") ?? null;
            const field = fill && (event.target as HTMLElement).querySelector<HTMLElement>("input, textarea");
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            // By itself it would give the focus to a trigger, and there is none. What opened it may be gone with what the
            // answer has taken away: then it goes to what that stood in.
            event.preventDefault();
            if (!opener.current?.isConnected) place.current?.focus({ preventScroll: true });
            else if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          onFocus={show}
          className={cn("fixed z-50 flex flex-col bg-white shadow-pop outline-none forced-colors:border", places[side])}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3.5">
            <Radix.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</Radix.Title>
            <Radix.Close
              aria-label={t("close")}
              className="-mr-2 grid size-10 place-items-center rounded-full hover:bg-paper"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">
            {text && <Radix.Description className="mb-5 text-ink-2 last:mb-0">{text}</Radix.Description>}
            {children}
          </div>
          {footer && <div className="border-t border-line px-5 py-4">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
