"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Filter } from "@/lib/api/types";
import type { Choice } from "@/lib/listing/query";
import { RangeInput } from "./range-input";
import { RangeSlider } from "./range-slider";

type Props = { filter: Filter; choice: Choice | undefined; onChange: (choice: Choice | undefined) => void };

/** A range with two handles and two number fields, whole numbers within the bounds; a bound at its default is no choice. */
export function FilterRange({ filter, choice, onChange }: Props) {
  const t = useTranslations("filter");
  const [lowest, highest] = bounds(filter);
  const chosen = choice && !("values" in choice) ? choice : {};
  const [moving, setMoving] = useState<[number, number]>();
  if (lowest >= highest) return null;
  const within = (value: number) => Math.min(Math.max(value, lowest), highest); // another filter may narrow the bounds
  const shown = moving ?? [within(chosen.min ?? lowest), within(chosen.max ?? highest)];
  const commit = ([min, max]: [number, number]) => {
    setMoving(undefined);
    const next = { ...(min > lowest ? { min } : {}), ...(max < highest ? { max } : {}) };
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const labels = [t("from", { name: filter.name }), t("to", { name: filter.name })] as const;
  return (
    <div role="group" aria-label={filter.name} className="px-1">
      <RangeSlider min={lowest} max={highest} value={shown} labels={labels} onChange={setMoving} onCommit={commit} />
      <div className="mt-2 grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <RangeInput
          label={labels[0]}
          unit={filter.postfix}
          value={shown[0]}
          min={lowest}
          max={shown[1]}
          empty={lowest}
          onCommit={(min) => commit([min, shown[1]])}
        />
        <span aria-hidden className="text-ink-3">
          –
        </span>
        <RangeInput
          label={labels[1]}
          unit={filter.postfix}
          value={shown[1]}
          min={shown[0]}
          max={highest}
          empty={highest}
          onCommit={(max) => commit([shown[0], max])}
        />
      </div>
    </div>
  );
}

function bounds(filter: Filter): [number, number] {
  const [low, high] = filter.properties;
  return [low?.intValue ?? 0, high?.intValue ?? 0];
}
