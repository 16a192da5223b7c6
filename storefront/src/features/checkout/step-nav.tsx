import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CheckoutView, Step } from "@/lib/api/types";
import { hashOf, steps, stepState, type StepState } from "@/lib/checkout/steps";
import { cn } from "@/lib/cn";

type Props = { current: Step; view: CheckoutView; typedEmail: string };

/** The five steps. Those before the current one are done and can be opened, as can those whose needs are met. */
export function StepNav({ current, view, typedEmail }: Props) {
  const t = useTranslations("checkout");
  const at = steps.indexOf(current);
  return (
    <nav aria-label={t("progress")} className="border-b border-line py-4">
      <ol className="flex flex-wrap items-center gap-2 max-xs:gap-1 lg:gap-3">
        {steps.map((step, index) => (
          <li
            key={step}
            className={cn("flex items-center gap-2 max-xs:gap-1 lg:gap-3", index < steps.length - 1 && "flex-1")}
          >
            <StepLink
              step={step}
              number={index + 1}
              state={stepState(step, current, view, typedEmail)}
              label={t(`steps.${step}`)}
            />
            {index < steps.length - 1 && (
              <span aria-hidden className={cn("h-px flex-1", index < at ? "bg-ink" : "bg-line")} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepLink({ step, number, state, label }: { step: Step; number: number; state: StepState; label: string }) {
  const content = (
    <>
      <span
        aria-hidden
        className={cn(
          "grid size-8 shrink-0 place-items-center rounded-full border text-sm font-bold tabular-nums max-xs:size-7",
          state === "active" && "border-accent bg-accent text-white",
          state === "done" && "border-ink bg-ink text-white",
          state === "inactive" && "border-ink",
          state === "disabled" && "border-line-2 text-ink-3",
        )}
      >
        {state === "done" ? <Check className="size-4.5" strokeWidth={3} /> : number}
      </span>
      <span
        className={cn(
          state === "active" ? "font-bold whitespace-nowrap" : "sr-only lg:not-sr-only",
          state === "disabled" && "text-ink-3",
        )}
      >
        {label}
      </span>
    </>
  );
  if (state === "disabled") {
    return (
      <span aria-disabled="true" data-state={state} className="flex items-center gap-2.5 max-xs:gap-1.5">
        {content}
      </span>
    );
  }
  return (
    <a
      href={hashOf(step)}
      data-state={state}
      aria-current={state === "active" ? "step" : undefined}
      className="flex items-center gap-2.5 rounded-full underline-offset-4 hover:underline max-xs:gap-1.5"
    >
      {content}
    </a>
  );
}
