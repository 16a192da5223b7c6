"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { withFullLogin } from "@/lib/account/soft-login";
import { useCustomer } from "@/lib/account/use-account";
import { fetchCampus } from "@/lib/api/campus";
import { useRouter } from "@/lib/i18n/navigation";
import { Benefits } from "./benefits";
import { StatusBlock } from "./status-block";

/** The query of the customer's part in the programme. */
const campusKey = ["customer", "campus"];

/** The campus programme: what it brings, and the one block that fits the customer's status. */
export function CampusView() {
  const t = useTranslations("campus");
  const locale = useLocale();
  const router = useRouter();
  const customer = useCustomer();
  const business = customer.data?.businessCustomer;
  useEffect(() => {
    if (business) router.replace("/kundenkonto");
  }, [business, router]);
  const campus = useQuery({
    queryKey: campusKey,
    queryFn: () => withFullLogin(() => fetchCampus(locale)),
    enabled: business === false,
  });
  const failed = [customer, campus].filter((part) => part.isError);
  return (
    <>
      <h1 className="mb-3 text-2xl lg:text-3xl">{t("title")}</h1>
      <p className="mb-6 max-w-2xl text-ink-2">{t("intro")}</p>
      <Benefits />
      {failed[0] && (
        <LoadFailed error={failed[0].error} onRetry={() => failed.forEach((part) => void part.refetch())} />
      )}
      {campus.data && <StatusBlock campus={campus.data} />}
      {campus.isPending && !customer.isError && <Skeleton className="h-72" />}
    </>
  );
}
