"use client";

import { useEffect, useRef, type SyntheticEvent } from "react";
import { wholeOf } from "@/lib/listing/whole";

type Props = {
  label: string;
  unit?: string;
  value: number;
  min: number;
  max: number;
  /** What an empty field stands for. */
  empty: number;
  onCommit: (value: number) => void;
};

/**
 * One bound of a range as a whole number with its unit; what is typed is cut to the bounds on Enter, which keeps the focus,
 * and on leaving the field.
 */
export function RangeInput({ label, unit, value, min, max, empty, onCommit }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = String(value);
  }, [value]);
  const take = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    const typed = input.value ? wholeOf(input.value) : empty;
    const next = Number.isNaN(typed) ? value : Math.min(Math.max(typed, min), max);
    input.value = String(next);
    if (next !== value) onCommit(next);
  };
  return (
    <div className="relative">
      <input
        ref={field}
        inputMode="numeric"
        aria-label={label}
        defaultValue={value}
        onKeyDown={(event) => event.key === "Enter" && take(event)}
        onBlur={take}
        className="h-10 w-full rounded-lg border border-line-2 pr-12 pl-3 tabular-nums"
      />
      <span aria-hidden className="pointer-events-none absolute top-2 right-3 text-ink-3">
        {unit}
      </span>
    </div>
  );
}
