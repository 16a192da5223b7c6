"use client";

import useEmblaCarousel from "embla-carousel-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ProductImage } from "@/components/product/product-image";
import { buttonClass } from "@/components/ui/button";
import type { Slide } from "@/lib/api/types";
import { track } from "@/lib/consent/track";
import { useMedia } from "@/lib/hooks/use-media";
import { Link } from "@/lib/i18n/link";
import { HeroThumbs } from "./hero-thumbs";

const intervalMs = 5000;

/**
 * The banner slider: goes on every 5 s in a loop until paused; stands still under reduced motion, while a finger or the pointer
 * holds it, and while the keyboard is in a slide, which would take the focus away with it.
 */
export function Hero({ slides }: { slides: Slide[] }) {
  const t = useTranslations("home");
  const reduced = useMedia("(prefers-reduced-motion: reduce)");
  const [viewport, embla] = useEmblaCarousel({ loop: true });
  const [selected, setSelected] = useState(0);
  const [wanted, setWanted] = useState<boolean>();
  const [held, setHeld] = useState(false);
  const goesOn = wanted ?? !reduced;
  const playing = goesOn && !held && slides.length > 1;

  useEffect(() => {
    if (!embla) return;
    const update = () => {
      setSelected(embla.selectedScrollSnap());
      setHeld(false);
    };
    const grasp = () => setHeld(true);
    const release = () => setHeld(embla.rootNode().contains(document.activeElement));
    embla.on("select", update).on("pointerDown", grasp).on("pointerUp", release);
    return () => void embla.off("select", update).off("pointerDown", grasp).off("pointerUp", release);
  }, [embla]);
  useEffect(() => {
    if (!playing || !embla) return;
    const timer = setTimeout(() => embla.scrollNext(), intervalMs);
    return () => clearTimeout(timer);
  }, [playing, embla, selected]);

  if (slides.length === 0) return null;
  return (
    <section aria-roledescription={t("carousel")} aria-label={t("hero")} className="bg-paper">
      <div ref={viewport} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)} className="overflow-hidden">
        <div className="flex" aria-live={playing ? "off" : "polite"}>
          {slides.map((slide, index) => (
            <div
              key={slide.id}
              role="group"
              aria-roledescription={t("slide")}
              aria-label={t("slideOf", { n: index + 1, count: slides.length })}
              inert={index !== selected}
              className="min-w-0 shrink-0 grow-0 basis-full"
            >
              <HeroSlide slide={slide} eager={index === 0} />
            </div>
          ))}
        </div>
      </div>
      <HeroThumbs
        slides={slides}
        selected={selected}
        playing={playing}
        onSelect={(index) => embla?.scrollTo(index, reduced)}
        onToggle={() => setWanted(!goesOn)}
      />
    </section>
  );
}

function HeroSlide({ slide, eager }: { slide: Slide; eager: boolean }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-10 md:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="order-2 pb-6 md:order-1 lg:py-12">
        <h2 className="max-w-xl text-[2rem] leading-[1.05] tracking-[-0.045em] hyphens-auto sm:text-5xl md:text-4xl lg:text-[3.75rem]">
          {slide.title}
        </h2>
        <p className="mt-4 max-w-md text-base text-ink-2 lg:text-lg">{slide.text}</p>
        <Link
          href={slide.url}
          onClick={() => track("cto_interaction", { clickElementName: `hero ${slide.id}` })}
          className={buttonClass(
            "primary",
            "lg",
            "mt-6 max-lg:h-auto max-lg:min-h-13 max-lg:py-2 max-lg:text-center max-lg:whitespace-normal lg:mt-8",
          )}
        >
          {slide.cta}
        </Link>
      </div>
      <ProductImage
        image={slide.image}
        alt=""
        size={600}
        eager={eager}
        className="order-1 my-4 h-[68vw] w-full rounded-card object-cover md:order-2 md:my-6 md:h-84 lg:h-[29rem]"
      />
    </div>
  );
}
