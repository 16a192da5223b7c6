"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, type Look } from "@/components/ui/button";
import type { Money } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useInView } from "@/lib/hooks/use-in-view";
import { SummaryBar } from "./summary-bar";

type Props = { ready: boolean; busy?: boolean; total?: Money; look?: Look };

/**
 * The button that ends a step. While the step is not complete it looks and says so, but can be pressed, which leads to what
 * is missing. It glows for a moment when the step has become complete. With a total, a phone shows both at its foot too. A look
 * is for one of two ways on: it is as wide as its way.
 */
export function ContinueButton({ ready, busy, total, look }: Props) {
  const t = useTranslations("checkout");
  const { ref, inView } = useInView<HTMLButtonElement>();
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
      <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-2">{t("voucher.hint")}</p>
      <Button
        ref={ref}
        type="submit"
        size="lg"
        look={look}
        aria-disabled={!ready}
        aria-busy={busy}
        className={cn("w-full", !look && "sm:w-auto sm:min-w-48", !look && ready && "animate-ready")}
      >
        {t("continue")}
        <ArrowRight aria-hidden className="size-5" />
      </Button>
      {total && (
        <SummaryBar total={total} hidden={inView}>
          <Button type="submit" aria-disabled={!ready} aria-busy={busy}>
            {t("continue")}
          </Button>
        </SummaryBar>
      )}
    </div>
  );
}
