"use client";

import { useTranslations } from "next-intl";
import type messages from "@messages/de.json";

type Status = keyof (typeof messages)["account"]["orders"]["status"];

/** Gives the words for where an order or a delivery stands; one without words of its own is being worked on. */
export function useStatusText() {
  const t = useTranslations("account.orders.status");
  return (status: string): string => t((t.has(status as Status) ? status : "placed") as Status);
}
