"use client";

import { cn } from "@/lib/cn";

type Bounds = [number, number];
type Props = {
  min: number;
  max: number;
  value: Bounds;
  labels: readonly [string, string];
  /** While a handle moves, and when it has come to rest. */
  onChange: (value: Bounds) => void;
  onCommit: (value: Bounds) => void;
};

/** Two handles on one line: two range inputs over each other, of which only the handles take the pointer. */
export function RangeSlider({ min, max, value, labels, onChange, onCommit }: Props) {
  const percent = (at: number) => (100 * (at - min)) / (max - min);
  const move = (index: 0 | 1, to: number): Bounds =>
    index === 0 ? [Math.min(to, value[1]), value[1]] : [value[0], Math.max(to, value[0])];
  return (
    <div className="relative mx-1 h-9">
      <div className="absolute inset-x-3 top-4 h-1 rounded-full bg-paper-2 forced-colors:bg-[GrayText]">
        <div
          className="absolute h-full rounded-full bg-ink forced-colors:bg-[Highlight]"
          style={{ left: `${percent(value[0])}%`, right: `${100 - percent(value[1])}%` }}
        />
      </div>
      {([0, 1] as const).map((index) => (
        <input
          key={index}
          type="range"
          aria-label={labels[index]}
          min={min}
          max={max}
          step={1}
          value={value[index]}
          onChange={(event) => onChange(move(index, Number(event.target.value)))}
          onPointerUp={() => onCommit(value)}
          onKeyUp={(event) => event.key !== "Tab" && onCommit(value)}
          className={cn(
            "range-handle absolute inset-x-0 top-0 h-9 w-full",
            // Both at the top: the lower one must stay within reach.
            index === 0 && value[0] > (min + max) / 2 && "z-10",
          )}
        />
      ))}
    </div>
  );
}
