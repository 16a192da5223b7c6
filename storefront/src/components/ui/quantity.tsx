"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = {
  value: number;
  min?: number;
  max: number;
  label: string;
  onChange: (value: number) => void;
  /** More was typed than max, which it was cut to. */
  onCut?: (max: number) => void;
};

/** A quantity with minus and plus, which are inactive at the bounds; typing is cut to the bounds on leaving the field. */
export function Quantity({ value, min = 1, max, label, onChange, onCut }: Props) {
  const t = useTranslations("common");
  const step = "grid size-11 place-items-center hover:bg-paper disabled:text-line-2 disabled:hover:bg-transparent";
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center overflow-hidden rounded-full border border-line-2"
    >
      <button
        type="button"
        aria-label={t("less")}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
        className={step}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        key={value}
        inputMode="numeric"
        aria-label={label}
        defaultValue={value}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        onBlur={(event) => {
          const typed = Number.parseInt(event.target.value, 10);
          const next = Number.isNaN(typed) ? value : Math.min(Math.max(typed, min), max);
          event.target.value = String(next);
          if (next !== value) onChange(next);
          if (typed > max) onCut?.(max);
        }}
        className="h-11 w-10 bg-transparent text-center font-semibold tabular-nums"
      />
      <button
        type="button"
        aria-label={t("more")}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
        className={step}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
