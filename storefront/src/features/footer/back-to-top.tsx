"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const appearAfterPx = 300;

/** Leads back to the top once the page was scrolled by 300 px. */
export function BackToTop() {
  const t = useTranslations("footer");
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const onScroll = () => setShown(window.scrollY > appearAfterPx);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      aria-label={t("toTop")}
      onClick={() => {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        scrollTo({ top: 0, behavior: still ? "auto" : "smooth" });
      }}
      className="fixed right-4 bottom-24 z-30 grid size-11 animate-fade place-items-center rounded-full border border-line-2 bg-white shadow-lift hover:border-ink lg:right-6 lg:bottom-6"
    >
      <ArrowUp aria-hidden className="size-5" />
    </button>
  );
}
