"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";

type Props = { ready: boolean; busy?: boolean };

/** The button that ends a step; it glows for a moment when the step has become complete. */
export function ContinueButton({ ready, busy }: Props) {
  const t = useTranslations("checkout");
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-ink-2">{t("voucher.hint")}</p>
      <Button
        type="submit"
        size="lg"
        disabled={!ready}
        aria-busy={busy}
        className={cn("w-full sm:w-auto sm:min-w-48", ready && "animate-ready")}
      >
        {t("continue")}
        <ArrowRight aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
