"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchEnergyLabel } from "@/lib/api/catalog";
import { EnergyArrow, type ArrowSize } from "./energy-arrow";

const officialDatabase = "https://eprel.ec.europa.eu/screen/home";

type Props = { productId: number; energyClass: string; scale?: string; size?: ArrowSize };

/** The energy arrow near a price, as large as the price; it opens the label, the data sheet and the official entry. */
export function EnergyLabel({ productId, energyClass, scale, size = "md" }: Props) {
  const t = useTranslations("energy");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const label = useQuery({
    queryKey: ["energy", productId],
    queryFn: () => fetchEnergyLabel(productId, locale),
    enabled: open,
  });
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
      <Dialog open={open} onOpenChange={setOpen} title={t("title")}>
        {label.isPending && <Skeleton className="mx-auto h-96 w-48" />}
        {label.isError && <p>{t("failed")}</p>}
        {label.data?.eefImage && (
          <img src={label.data.eefImage} alt={t("alt", { class: energyClass })} className="mx-auto max-h-[60dvh]" />
        )}
        <p className="mt-5 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
          {label.data?.sheet && (
            <a href={label.data.sheet} className="underline underline-offset-4">
              {t("sheet")}
            </a>
          )}
          <a
            href={label.data?.eprel || officialDatabase}
            rel="noreferrer"
            target="_blank"
            className="underline underline-offset-4"
          >
            {t("database")}
          </a>
        </p>
      </Dialog>
    </>
  );
}
