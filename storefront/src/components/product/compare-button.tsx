"use client";

import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { cn } from "@/lib/cn";
import { maxCompared } from "@/lib/remembered/cookie";
import { useComparedIds, useToggleCompare } from "@/lib/remembered/use-comparison";
import { roundButton } from "./wish-heart";

type Props = { id: number; name: string; labelled?: boolean; className?: string };

/** Adds a product to the comparison and takes it out, in turn; says so when there is no room for another. */
export function CompareButton({ id, name, labelled, className }: Props) {
  const t = useTranslations("comparison");
  const toast = useToast();
  const compared = useComparedIds()?.includes(id) ?? false;
  const toggle = useToggleCompare();
  const click = () => {
    if (!toggle(id)) toast("info", t("full", { max: maxCompared }));
  };
  const action = compared ? "delete" : "add";
  return (
    <button
      type="button"
      aria-label={t(`${action}Named`, { name })}
      onClick={click}
      className={labelled ? buttonClass("quiet", "sm", className) : cn(roundButton, className)}
    >
      <Scale aria-hidden className={cn("size-5", compared && "text-accent")} strokeWidth={compared ? 2.25 : 1.75} />
      {labelled && <span aria-hidden>{t(action)}</span>}
    </button>
  );
}
