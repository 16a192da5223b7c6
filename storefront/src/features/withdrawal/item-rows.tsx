"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Quantity } from "@/components/ui/quantity";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { blankItem, type Declaration } from "./declaration";

const mostRows = 100;
const mostUnits = 999;

/** Rows of article number and quantity. */
export function ItemRows() {
  const t = useTranslations("withdrawal");
  const validation = useValidationText();
  const { control, register, watch, setValue, formState } = useFormContext<Declaration>();
  const rows = useFieldArray({ control, name: "items" });
  const place = useFocusKept<HTMLDivElement>(rows.fields.length);
  return (
    <div ref={place} tabIndex={-1} className="mt-2 grid gap-4 outline-none">
      <p className="text-sm text-ink-3">{t("articleNumberHint")}</p>
      {rows.fields.map((row, index) => (
        <div
          key={row.id}
          role="group"
          aria-label={t("row", { n: index + 1 })}
          className="flex items-start gap-2 max-xs:flex-wrap sm:gap-3"
        >
          <TextField
            {...register(`items.${index}.articleNumber`)}
            label={t("articleNumber")}
            error={validation(formState.errors.items?.[index]?.articleNumber?.message)}
            className="min-w-0 flex-1 max-xs:basis-full"
          />
          {/* In line with the field, which has its label above and its message below. */}
          <div className="mt-6.5 flex h-12 shrink-0 items-center gap-1 max-xs:mt-0 sm:gap-2">
            <Quantity
              label={t("quantity")}
              of={t("row", { n: index + 1 })}
              value={watch(`items.${index}.quantity`)}
              max={mostUnits}
              onChange={(quantity) => setValue(`items.${index}.quantity`, quantity)}
            />
            {rows.fields.length > 1 && (
              <Button
                look="quiet"
                size="icon"
                aria-label={t("remove", { n: index + 1 })}
                onClick={() => rows.remove(index)}
              >
                <Trash2 aria-hidden className="size-4.5" />
              </Button>
            )}
          </div>
        </div>
      ))}
      {rows.fields.length < mostRows && (
        <Button look="secondary" className="justify-self-start" onClick={() => rows.append(blankItem)}>
          <Plus aria-hidden className="size-4" />
          {t("add")}
        </Button>
      )}
    </div>
  );
}
