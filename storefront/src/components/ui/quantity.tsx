"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

type Props = {
  value: number;
  min?: number;
  max: number;
  label: string;
  /** Of what it is, where the page has several. */
  of?: string;
  onChange: (value: number) => void;
  /** More was typed than max, which it was cut to. */
  onCut?: (max: number) => void;
};

/**
 * A quantity with minus and plus, which are inactive at the bounds; typing is cut to the bounds on Enter and on leaving the
 * field. Whatever has the focus keeps it; a button that is pressed has what there is then read out.
 */
export function Quantity({ value, min = 1, max, label, of, onChange, onCut }: Props) {
  const t = useTranslations("common");
  const field = useRef<HTMLInputElement>(null);
  const [pressed, setPressed] = useState(false);
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
  const step = (text: string, icon: typeof Plus, by: number, off: boolean) => (
    <Step
      label={of ? `${text}: ${of}` : text}
      icon={icon}
      off={off}
      onPress={() => {
        setPressed(true);
        onChange(value + by);
      }}
    />
  );
  return (
    <div data-quantity className="inline-flex items-center overflow-hidden rounded-full border border-line-2">
      {step(t("less"), Minus, -1, value <= min)}
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
      {step(t("more"), Plus, 1, value >= max)}
      <output className="sr-only">{pressed && value}</output>
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
