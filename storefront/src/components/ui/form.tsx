"use client";

import { useEffect, useImperativeHandle, useRef, type ComponentProps, type KeyboardEvent } from "react";
import { cn } from "@/lib/cn";

type Props = ComponentProps<"form"> & { sending: boolean };

/**
 * A form that takes nothing while it is sent: with the answer it mostly goes, and what was typed or chosen meanwhile would be
 * lost. Its fields keep the focus, and Tab, Escape and links lead on.
 */
export function Form({ sending, ref, className, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);
  useEffect(() => {
    if (!sending) return;
    const open = [...(form.current?.querySelectorAll<HTMLInputElement>(":is(input, textarea):read-write") ?? [])];
    const setReadOnly = (value: boolean) => open.forEach((field) => (field.readOnly = value));
    setReadOnly(true);
    return () => setReadOnly(false);
  }, [sending]);
  return (
    <form
      noValidate
      {...props}
      ref={form}
      onKeyDownCapture={sending ? hold : undefined}
      className={cn(className, sending && "pointer-events-none [&_a]:pointer-events-auto")}
    />
  );
}

// A text that is only to be read takes no key, and may be copied.
function hold(event: KeyboardEvent) {
  const leads = ["Tab", "Escape"].includes(event.key) || (event.target as Element).matches("a, [readonly]");
  if (!leads) event.preventDefault();
}
