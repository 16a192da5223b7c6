import { useTranslations } from "next-intl";
import { Radio } from "@/components/ui/radio";
import type { PickupPoint } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { pointLine } from "./pickup-point";

type Props = { points: PickupPoint[]; chosen: string; onChoose: (point: PickupPoint) => void };

/** The places that were found, nearest first: name, address, distance and opening hours. */
export function PickupPointList({ points, chosen, onChoose }: Props) {
  const t = useTranslations("checkout.pickup");
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm text-ink-2">
        <span role="status">{t("found", { count: points.length })}</span>
      </legend>
      <ul className="max-h-96 overflow-y-auto rounded-card border border-line-2/60">
        {points.map((point) => (
          <li key={point.id} className="border-b border-line px-4 py-2 last:border-0">
            <Radio name="pickup-point" checked={point.id === chosen} onChange={() => onChoose(point)}>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{point.name}</span>
                <span className="block text-sm text-ink-2">{pointLine(point)}</span>
              </span>
              <Distance meters={point.distanceMeters} />
            </Radio>
            {point.openingHours && point.openingHours.length > 0 && (
              <details className="mb-2 ml-8.5 text-sm text-ink-2">
                <summary className="cursor-pointer py-1">{t("hours")}</summary>
                <ul>
                  {point.openingHours.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Distance({ meters }: { meters?: number }) {
  const format = useFormatter();
  if (!meters) return null;
  const text =
    meters < 1000
      ? format.number(meters, { style: "unit", unit: "meter" })
      : format.number(meters / 1000, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 });
  return <span className="text-sm whitespace-nowrap text-ink-2">{text}</span>;
}
