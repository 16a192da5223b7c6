import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { FieldError } from "@/components/ui/field";
import { cn } from "@/lib/cn";

type Props = { value: number; onChange: (stars: number) => void; error?: string };

/** One to five stars as radio buttons: the arrow keys move through them. */
export function StarChoice({ value, onChange, error }: Props) {
  const t = useTranslations("review");
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{t("choose")}</legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className="cursor-pointer p-1">
            <input
              type="radio"
              name="stars"
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="peer sr-only"
            />
            <span className="sr-only">{t("barStars", { stars })}</span>
            <Star
              aria-hidden
              strokeWidth={1.5}
              className={cn(
                "size-9 rounded-lg peer-focus-visible:outline-2 peer-focus-visible:outline-ink",
                stars <= value ? "fill-star text-star" : "fill-white text-ink-3 forced-colors:fill-[Canvas]",
              )}
            />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
