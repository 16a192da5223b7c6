"use client";

import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { useProductActions } from "./product-actions";
import { roundButton } from "./wish-heart";

type Props = { id: number; name: string; labelled?: boolean; className?: string };

/** Adds a product to the comparison or takes it out, whichever it says. */
export function CompareButton({ id, name, labelled, className }: Props) {
  const t = useTranslations("comparison");
  const { compared, setCompared } = useProductActions();
  const chosen = compared.includes(id);
  const action = chosen ? "delete" : "add";
  const named = t(`${action}Named`, { name });
  return (
    <button
      type="button"
      aria-label={labelled ? `${t(action)}: ${named}` : named}
      onClick={() => setCompared(id, !chosen)}
      className={labelled ? buttonClass("quiet", "sm", className) : cn(roundButton, className)}
    >
      <Scale aria-hidden className={cn("size-5", chosen && "text-accent")} strokeWidth={chosen ? 2.25 : 1.75} />
      {labelled && <span aria-hidden>{t(action)}</span>}
    </button>
  );
}
