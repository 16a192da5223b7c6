"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useId } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { initExpress } from "@/lib/api/payment";
import { drawAmazonButton } from "@/lib/checkout/amazon-pay";
import { report } from "@/lib/monitor/report";

/** Amazon's own button, drawn by its script with what the shop signed. One that cannot be drawn is left out. */
export function AmazonButton() {
  const locale = useLocale();
  const element = `amazon${useId().replace(/[^a-zA-Z0-9]/g, "")}`;
  const button = useQuery({
    queryKey: ["amazon-button", element, locale],
    queryFn: async () => {
      const { client } = await initExpress("amazonpay", locale);
      await drawAmazonButton(element, client ?? {}).catch((error: unknown) => {
        report("report", "Amazon button not drawn");
        throw error;
      });
      return true;
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (button.isError) return null;
  return (
    <>
      {button.isPending && <Skeleton className="h-12" />}
      <div id={element} />
    </>
  );
}
