"use client";

import useEmblaCarousel from "embla-carousel-react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Children, useEffect, useState, type ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = { label: string; heading?: ReactNode; slide: string; children: ReactNode };

/** A slider with a gap of 10 px; slide sets a slide's width. Buttons step by what is visible, a swipe goes freely. */
export function Carousel({ label, heading, slide, children }: Props) {
  const t = useTranslations("common");
  const [viewport, embla] = useEmblaCarousel({ align: "start", containScroll: "trimSnaps", slidesToScroll: "auto" });
  const [ends, setEnds] = useState({ prev: false, next: true });
  useEffect(() => {
    if (!embla) return;
    const update = () => setEnds({ prev: embla.canScrollPrev(), next: embla.canScrollNext() });
    embla.on("select", update).on("reInit", update).on("init", update);
    return () => void embla.off("select", update).off("reInit", update).off("init", update);
  }, [embla]);
  return (
    <section aria-label={label}>
      <div className="mb-4 flex items-end justify-between gap-4">
        {heading}
        <div className="hidden gap-2 sm:flex">
          <Arrow label={t("previous")} disabled={!ends.prev} onClick={() => embla?.scrollPrev()} icon={ChevronLeft} />
          <Arrow label={t("next")} disabled={!ends.next} onClick={() => embla?.scrollNext()} icon={ChevronRight} />
        </div>
      </div>
      <div ref={viewport} className="-mx-1 overflow-hidden px-1 pb-2">
        <ul className="-ml-2.5 flex touch-pan-y">
          {Children.map(children, (child) => (
            <li className={cn("min-w-0 shrink-0 grow-0 pl-2.5", slide)}>{child}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type ArrowProps = { label: string; disabled: boolean; onClick: () => void; icon: typeof ChevronLeft };

function Arrow({ label, disabled, onClick, icon: Icon }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-full border border-line-2 transition-colors hover:border-ink hover:bg-paper disabled:border-line disabled:text-line-2"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
