"use client";

import { useLocale } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { fetchAds } from "@/lib/api/content";
import { adBatcher, nextOf, type Filled } from "@/lib/ads/batch";
import { keywordsOf } from "@/lib/ads/keywords";
import { ViewTimer } from "@/lib/ads/view-timer";
import { pathWithin } from "@/lib/i18n/path";

const mobileBelowPx = 1024;

const batchers = new Map<string, ReturnType<typeof adBatcher>>();

// All places of a page ask in the same language, so that one call serves them.
function batcher(locale: string): ReturnType<typeof adBatcher> {
  const known = batchers.get(locale);
  if (known) return known;
  const made = adBatcher(
    (targets) => {
      const asked = new URLSearchParams(window.location.search);
      const path = pathWithin(window.location.pathname);
      return fetchAds(
        targets,
        {
          mobile: window.innerWidth < mobileBelowPx,
          path,
          keywords: keywordsOf(path),
          lineItem: asked.get("adn-lp-li") ?? undefined,
          creative: asked.get("adn-lp-c") ?? undefined,
        },
        locale,
      );
    },
    (run) => setTimeout(run),
  );
  batchers.set(locale, made);
  return made;
}

// An editor looks at an ad before its time: the page is the one for everyone, so that the browser asks.
const isPreview = () => new URLSearchParams(window.location.search).has("adn-lp-li");

/**
 * A place with what the page came with, where the server knew it. It is filled anew 60 s after half of it was in view for a
 * second, while the ads rotate, unless the pointer or the focus is on it; isLater says that what it has now is not the page's.
 */
export function useAd(target: string, first: Filled | undefined) {
  const locale = useLocale();
  const ref = useRef<HTMLDivElement>(null);
  const [filled, setFilled] = useState<(Filled & { later?: true }) | undefined>(first);
  const [turn, setTurn] = useState(0);
  const written = first !== undefined;
  useEffect(() => {
    if (turn === 0 && written && !isPreview()) return;
    let current = true;
    void batcher(locale)(target).then((one) => {
      if (current) setFilled((before) => nextOf(before, one));
    });
    return () => void (current = false);
  }, [target, locale, turn, written]);
  useEffect(() => {
    if (!ref.current || !filled?.rotates) return;
    const observer = new IntersectionObserver(([entry]) => timer.inView(entry?.isIntersecting ?? false), {
      threshold: 0.5,
    });
    const timer = new ViewTimer(
      () => observer.disconnect(),
      () => setTurn((n) => n + 1),
      () => ref.current?.matches(":hover,:focus-within") ?? false,
    );
    observer.observe(ref.current);
    return () => {
      observer.disconnect();
      timer.stop();
    };
  }, [filled]);
  return { ref, ad: filled?.ad, isLater: filled?.later };
}
