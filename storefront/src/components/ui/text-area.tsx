"use client";

import { useId, type ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { FieldError, inputClass } from "./field";

type Props = ComponentProps<"textarea"> & { label: string; error?: string; max: number };

/** A labelled text of several lines that counts its characters. */
export function TextArea({ label, error, max, className, value, ...props }: Props) {
  const id = useId();
  const length = [...String(value ?? "").trim()].length;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <span id={`${id}-count`} className={cn("text-sm tabular-nums", length > max ? "text-bad" : "text-ink-3")}>
          {length} / {max}
        </span>
      </div>
      <textarea
        {...props}
        value={value}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={cn(error && `${id}-error`, `${id}-count`)}
        className={cn(inputClass, "h-auto py-3")}
      />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
