"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

type Props = {
  value: number;
  min?: number;
  max: number;
  label: string;
  onChange: (value: number) => void;
  /** More was typed than max, which it was cut to. */
  onCut?: (max: number) => void;
};

/**
 * A quantity with minus and plus, which are inactive at the bounds; typing is cut to the bounds on Enter and on leaving the
 * field. Whatever has the focus keeps it.
 */
export function Quantity({ value, min = 1, max, label, onChange, onCut }: Props) {
  const t = useTranslations("common");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = String(value);
  }, [value]);
  const take = (input: HTMLInputElement) => {
    const typed = Number.parseInt(input.value, 10);
    const next = Number.isNaN(typed) ? value : Math.min(Math.max(typed, min), max);
    input.value = String(next);
    if (next !== value) onChange(next);
    if (typed > max) onCut?.(max);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center overflow-hidden rounded-full border border-line-2"
    >
      <Step label={t("less")} icon={Minus} off={value <= min} onPress={() => onChange(value - 1)} />
      <input
        ref={field}
        inputMode="numeric"
        aria-label={label}
        defaultValue={value}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault(); // a form around it would be sent
          take(event.currentTarget);
          event.currentTarget.select();
        }}
        onBlur={(event) => take(event.target)}
        className="h-11 w-10 bg-transparent text-center font-semibold tabular-nums focus-visible:-outline-offset-2"
      />
      <Step label={t("more")} icon={Plus} off={value >= max} onPress={() => onChange(value + 1)} />
    </div>
  );
}

type StepProps = { label: string; icon: typeof Plus; off: boolean; onPress: () => void };

// One that were disabled as its bound is reached would take the focus with it.
function Step({ label, icon: Icon, off, onPress }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress}
      className="grid size-11 place-items-center rounded-full hover:bg-paper focus-visible:-outline-offset-2 aria-disabled:text-line-2 aria-disabled:hover:bg-transparent"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
