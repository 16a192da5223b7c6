"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Children, type ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useScroller } from "@/lib/hooks/use-scroller";

type Props = { label: string; heading?: ReactNode; slide: string; children: ReactNode };

/** A slider with a gap of 10 px; slide sets a slide's width. Buttons step by what is visible, a swipe goes freely. */
export function Carousel({ label, heading, slide, children }: Props) {
  const t = useTranslations("common");
  const { ref, start, end, step } = useScroller<HTMLUListElement>();
  return (
    <section aria-label={label} className="laid-out-late print:hidden">
      <div className="mb-4 flex items-end justify-between gap-4">
        {heading}
        <div className="hidden gap-2 sm:flex">
          <Arrow label={`${label}: ${t("previous")}`} disabled={start} onClick={() => step(-1)} icon={ChevronLeft} />
          <Arrow label={`${label}: ${t("next")}`} disabled={end} onClick={() => step(1)} icon={ChevronRight} />
        </div>
      </div>
      <ul
        ref={ref}
        className="-mx-1 scrollbar-none flex snap-x scroll-px-1 gap-2.5 overflow-x-auto overscroll-x-contain scroll-smooth px-1 pb-2"
      >
        {Children.map(children, (child) => (
          <li className={cn("min-w-0 shrink-0 grow-0 snap-start", slide)}>{child}</li>
        ))}
      </ul>
    </section>
  );
}

type ArrowProps = { label: string; disabled: boolean; onClick: () => void; icon: typeof ChevronLeft };

function Arrow({ label, disabled, onClick, icon: Icon }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-full border border-line-2 transition-colors hover:border-ink hover:bg-paper aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-line-2"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
