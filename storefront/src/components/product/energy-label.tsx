"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { later } from "@/components/ui/later";
import { EnergyArrow, type ArrowSize } from "./energy-arrow";

const EnergyDialog = later(() => import("./energy-dialog").then((dialog) => dialog.EnergyDialog));

type Props = { productId: number; energyClass: string; scale?: string; size?: ArrowSize };

/** The energy arrow near a price, as large as the price; it opens the label, the data sheet and the official entry. */
export function EnergyLabel({ productId, energyClass, scale, size = "md" }: Props) {
  const t = useTranslations("energy");
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t("open", { class: energyClass })}
        className="inline-flex"
      >
        <EnergyArrow energyClass={energyClass} scale={scale} size={size} />
      </button>
      {open !== undefined && (
        <EnergyDialog productId={productId} energyClass={energyClass} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
