"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchEnergyLabel } from "@/lib/api/catalog";
import { cn } from "@/lib/cn";

// Class colours of Regulation (EU) 2017/1369, annex.
const colours: Record<string, string> = {
  A: "#00a651",
  B: "#50b848",
  C: "#bfd730",
  D: "#fff200",
  E: "#fdb913",
  F: "#f37021",
  G: "#ed1c24",
};
const officialDatabase = "https://eprel.ec.europa.eu/screen/home";

type Props = { productId: number; energyClass: string; scale?: string; large?: boolean };

/** The energy arrow near a price, as large as the price; it opens the label, the data sheet and the official entry. */
export function EnergyLabel({ productId, energyClass, scale = "A-G", large }: Props) {
  const t = useTranslations("energy");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const label = useQuery({
    queryKey: ["energy", productId],
    queryFn: () => fetchEnergyLabel(productId, locale),
    enabled: open,
  });
  const [best = "A", worst = "G"] = scale.split("-");
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t("open", { class: energyClass })}
        className="inline-flex items-stretch border border-black bg-white leading-none"
      >
        <span aria-hidden className="flex flex-col items-center justify-between px-1 py-0.5 text-[0.6rem] text-black">
          <span>{best}</span>
          <span className="text-[0.55rem]">↑</span>
          <span>{worst}</span>
        </span>
        <span
          aria-hidden
          style={{ backgroundColor: colours[energyClass] ?? "#5f6b72", fontFamily: "Calibri, Carlito, sans-serif" }}
          className={cn(
            "energy-arrow grid place-items-center border-l border-black pr-4 pl-2 font-bold text-white [clip-path:polygon(0_0,calc(100%-10px)_0,100%_50%,calc(100%-10px)_100%,0_100%)] [text-shadow:0_0_2px_#000,0_0_1px_#000]",
            large ? "text-4xl" : "text-[1.375rem]",
          )}
        >
          {energyClass}
        </span>
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
