import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ProductImage } from "@/components/product/product-image";
import type { Slide } from "@/lib/api/types";
import { cn } from "@/lib/cn";

type Props = {
  slides: Slide[];
  selected: number;
  playing: boolean;
  onSelect: (index: number) => void;
  onToggle: () => void;
};

/** The slider's thumbnails, 80 by 44 px with a gap of 5; the current one shows how long its slide stays, and pauses it. */
export function HeroThumbs({ slides, selected, playing, onSelect, onToggle }: Props) {
  const t = useTranslations("home");
  const Icon = playing ? Pause : Play;
  return (
    <div className="page flex justify-start gap-[5px] pb-5">
      {slides.map((slide, index) => {
        const current = index === selected;
        return (
          <button
            key={slide.id}
            type="button"
            aria-label={current ? t(playing ? "pause" : "play") : t("goTo", { title: slide.title })}
            aria-current={current || undefined}
            onClick={() => (current ? onToggle() : onSelect(index))}
            className={cn(
              "relative h-11 w-20 overflow-hidden rounded-md border bg-white",
              current ? "border-ink" : "border-line hover:border-line-2",
            )}
          >
            <ProductImage image={slide.image} alt="" size={100} className="h-full w-full object-cover" />
            {current && (
              <span className="absolute inset-0 grid place-items-center bg-white/60">
                <Icon aria-hidden className="size-4.5 fill-ink forced-colors:fill-[CanvasText]" />
              </span>
            )}
            {current && playing && (
              <span
                key={selected}
                className="absolute inset-x-0 bottom-0 h-1 origin-left animate-progress bg-accent forced-colors:bg-[Highlight]"
              />
            )}
          </button>
        );
      })}
    </div>
  );
}
