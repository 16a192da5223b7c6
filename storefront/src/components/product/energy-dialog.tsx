"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { NewTab } from "@/components/ui/new-tab";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchEnergyLabel } from "@/lib/api/catalog";

const officialDatabase = "https://eprel.ec.europa.eu/screen/home";

type Props = { productId: number; energyClass: string; open: boolean; onOpenChange: (open: boolean) => void };

/** A product's energy label, with its data sheet and the official entry. */
export function EnergyDialog({ productId, energyClass, open, onOpenChange }: Props) {
  const t = useTranslations("energy");
  const locale = useLocale();
  const label = useQuery({
    queryKey: ["energy", productId],
    queryFn: () => fetchEnergyLabel(productId, locale),
    enabled: open,
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")}>
      {label.isPending && <Skeleton className="mx-auto h-96 w-48" />}
      {label.isError && <LoadFailed text={t("failed")} onRetry={label.refetch} />}
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
          <NewTab />
        </a>
      </p>
    </Dialog>
  );
}
