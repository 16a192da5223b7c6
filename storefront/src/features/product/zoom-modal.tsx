"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import Lightbox from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import { imageUrl } from "@/components/product/product-image";
import { useBack } from "@/lib/hooks/use-back";

const size = 2800;
const maxScale = 3;
const paddingPx = 16;

/** Its own are for a black ground. */
const colours = {
  "--yarl__color_backdrop": "var(--color-paper)",
  "--yarl__color_button": "var(--color-ink)",
  "--yarl__color_button_active": "var(--color-ink)",
  "--yarl__color_button_disabled": "rgb(20 25 28 / 0.25)",
  "--yarl__button_filter": "none",
};

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

// How large a picture is shown before it is magnified: as the window allows, it is a square.
const shownPx = () => Math.min(Math.min(window.innerWidth, window.innerHeight) - 2 * paddingPx, size);

type Props = { images: { key: string; alt: string }[]; index: number; onClose: () => void };

/** The pictures on the whole screen, in their largest size, to be magnified up to three times of what the screen shows. */
export function ZoomModal({ images, index, onClose }: Props) {
  const t = useTranslations("gallery");
  const slider = useTranslations("home");
  useBack(true, onClose);
  const shown = useSyncExternalStore(onResize, shownPx, () => size);
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={images.map((image) => ({ src: imageUrl(image.key, size), alt: image.alt, width: size, height: size }))}
      plugins={[Zoom]}
      zoom={{ maxZoomPixelRatio: (maxScale * shown) / size, scrollToZoom: true }} // the library counts in the picture's own pixels
      carousel={{ finite: true, padding: paddingPx }}
      labels={{
        Lightbox: t("label"),
        Close: t("close"),
        Previous: t("previous"),
        Next: t("next"),
        "Photo gallery": t("label"),
        Carousel: slider("carousel"),
        Slide: slider("slide"),
        "{index} of {total}": slider("slideOf", { n: "{index}", count: "{total}" }),
        "Zoom in": t("zoomIn"),
        "Zoom out": t("zoomOut"),
      }}
      styles={{ root: colours }}
    />
  );
}
