"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { withFullLogin } from "@/lib/account/soft-login";
import { fetchPickupPoints } from "@/lib/api/checkout";
import type { PickupPoint } from "@/lib/api/types";
import { useFailure } from "@/lib/i18n/use-failure";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { AddressForm, DeliveryType } from "./address-schema";
import { placeQuery, pointValues } from "./pickup-point";
import { PickupPointList } from "./pickup-point-list";

type Props = { type: Exclude<DeliveryType, "delivery"> };

const kinds = { dhlpackstation: "packstation", hermespaketshop: "parcel_shop" } as const;

/** Finds a Packstation or parcel shop by postal code or town. What was chosen becomes the delivery address. */
export function PickupFinder({ type }: Props) {
  const t = useTranslations("checkout.pickup");
  const validation = useValidationText();
  const failure = useFailure();
  const locale = useLocale();
  const { watch, setValue, formState } = useFormContext<AddressForm>();
  const chosen = watch("delivery");
  const [text, setText] = useState(() => chosen.zipCode || watch("invoice.zipCode"));
  const [place, setPlace] = useState(() => (chosen.pointId ? undefined : placeQuery(text)));
  const points = useQuery({
    queryKey: ["pickup-points", type, place, locale],
    queryFn: () => withFullLogin(() => fetchPickupPoints(kinds[type], place ?? {}, locale)),
    enabled: place !== undefined,
    staleTime: 5 * 60_000,
  });
  const search = () => setPlace(placeQuery(text));
  const field = useRef<HTMLInputElement>(null);
  const again = () => {
    field.current?.focus(); // the button goes meanwhile
    void points.refetch();
  };
  const choose = (point: PickupPoint) => {
    for (const [name, value] of Object.entries(pointValues(point))) {
      setValue(`delivery.${name as keyof ReturnType<typeof pointValues>}`, value);
    }
    setValue("delivery.pointId", point.address.pointId || point.id, { shouldValidate: true });
  };
  return (
    <div className="col-span-6">
      <div role="search" aria-label={t(`find.${type}`)} className="flex items-start gap-2">
        <TextField
          ref={field}
          label={t("near")}
          name="delivery.pointId" // what is missing while no place is chosen
          error={validation(formState.errors.delivery?.pointId?.message)}
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault(); // the form would be sent
            search();
          }}
          className="min-w-0 flex-1"
        />
        <Button
          look="ink"
          disabled={text.trim() === ""}
          aria-busy={points.isFetching}
          onClick={search}
          className="mt-6.5 h-12"
        >
          {t("search")}
        </Button>
      </div>
      {chosen.pointId !== "" && (
        <p role="status" className="mt-4 rounded-xl bg-good-soft px-4 py-3 text-sm">
          <strong className="block">{t("chosen")}</strong>
          {[chosen.company, `${chosen.streetName} ${chosen.streetNumber}`, `${chosen.zipCode} ${chosen.cityName}`]
            .filter((line) => line.trim() !== "")
            .join(", ")}
        </p>
      )}
      {points.isLoading && (
        <div role="status" className="mt-4 space-y-2">
          <span className="sr-only">{t("loading")}</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {points.isError && (
        <Notice tone="error" className="mt-4">
          {failure(points.error, t("failed"))}{" "}
          <button type="button" onClick={again} className="underline underline-offset-4">
            {t("again")}
          </button>
        </Notice>
      )}
      {points.data?.length === 0 && (
        <Notice tone="info" className="mt-4">
          {t("empty")}
        </Notice>
      )}
      {points.data && points.data.length > 0 && (
        <PickupPointList points={points.data} chosen={chosen.pointId} onChoose={choose} />
      )}
    </div>
  );
}
