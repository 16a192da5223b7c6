"use client";

import { ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";

/** Ends a link that opens a tab of its own, and says so. */
export function NewTab() {
  const t = useTranslations("common");
  return <ArrowUpRight role="img" aria-label={t("newTab")} className="ml-0.5 inline size-[1em] align-[-0.125em]" />;
}
