"use client";

import { Maximize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ProductImage } from "@/components/product/product-image";
import { later } from "@/components/ui/later";
import { cn } from "@/lib/cn";
import { useScroller } from "@/lib/hooks/use-scroller";

// The zoom is loaded when it is opened: most visitors never do.
const ZoomModal = later(() => import("./zoom-modal").then((modal) => modal.ZoomModal));

type Image = { key: string; alt: string };

/** A product's pictures: swipe or thumbnails change them, a press opens the zoom. */
export function Gallery({ images }: { images: Image[] }) {
  const t = useTranslations("gallery");
  const { ref, view: selected, go } = useScroller<HTMLUListElement>();
  const [zoomed, setZoomed] = useState(false);
  const several = images.length > 1;
  return (
    // The picture comes first and has its place, so that nothing moves where a page arrives in parts.
    <section
      aria-label={t("label")}
      className={cn(
        "mx-auto grid w-full max-w-[38rem] grid-cols-[minmax(0,1fr)] gap-3 self-start lg:max-w-none lg:items-start",
        several && "lg:grid-cols-[4.5rem_minmax(0,1fr)]",
      )}
    >
      <div
        className={cn(
          "relative min-w-0 overflow-hidden rounded-card bg-paper",
          several && "lg:col-start-2 lg:row-start-1",
        )}
      >
        <ul
          ref={ref}
          className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth"
        >
          {images.map((image, index) => (
            <li key={index} inert={index !== selected} className="min-w-0 shrink-0 grow-0 basis-full snap-start">
              <button
                type="button"
                onClick={() => setZoomed(true)}
                className="block w-full cursor-zoom-in rounded-card focus-visible:-outline-offset-4"
              >
                <ProductImage
                  image={image.key}
                  alt={image.alt}
                  size={600}
                  eager={index === 0}
                  className="mx-auto max-h-[38rem] w-full mix-blend-multiply"
                />
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-label={t("zoom")}
          onClick={() => setZoomed(true)}
          className="absolute right-4 bottom-4 grid size-11 place-items-center rounded-full bg-white shadow-lift hover:bg-paper-2"
        >
          <Maximize2 aria-hidden className="size-4.5" />
        </button>
      </div>
      {several && (
        <ul className="thumbnails">
          {images.map((image, index) => (
            <li key={index}>
              <button
                type="button"
                aria-label={t("show", { n: index + 1, count: images.length })}
                aria-current={index === selected || undefined}
                onClick={() => go(index)}
                className={cn(
                  "block overflow-hidden rounded-xl border bg-paper",
                  index === selected ? "border-ink" : "border-transparent hover:border-line-2",
                )}
              >
                <ProductImage image={image.key} alt="" size={100} className="size-16 mix-blend-multiply lg:size-18" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && <ZoomModal images={images} index={selected} onClose={() => setZoomed(false)} />}
    </section>
  );
}
