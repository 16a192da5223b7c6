"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Carousel } from "@/components/ui/carousel";
import { fetchLastSeen } from "@/lib/api/wishlist";
import { useMounted } from "@/lib/hooks/use-mounted";
import { useNear } from "@/lib/hooks/use-near";
import { hasSeen } from "@/lib/remembered/cookie";
import { HtmlCard } from "./html-card";
import { slideWidth } from "./product-slider";

const loadWithinPx = 100;

/** The products that the visitor looked at, but not the one of this page; nothing for who has looked at none. */
export function LastSeen({ but }: { but?: number }) {
  const mounted = useMounted();
  return mounted && hasSeen(but) ? <Section but={but} /> : null;
}

/** Loads once, when the section comes near the viewport; until then empty cards keep its place. */
function Section({ but }: { but?: number }) {
  const t = useTranslations("home");
  const locale = useLocale();
  const { ref, near } = useNear<HTMLDivElement>(loadWithinPx);
  const seen = useQuery({
    queryKey: ["last-seen", locale],
    queryFn: () => fetchLastSeen(locale),
    enabled: near,
    staleTime: Infinity,
    gcTime: 0,
  });
  const cards = seen.data?.filter((html) => !html.includes(`data-product-id="${but}"`));
  if (seen.isError || cards?.length === 0) return null;
  return (
    <div ref={ref} aria-busy={!cards}>
      <Carousel
        label={t("lastSeen")}
        heading={<h2 className="text-2xl lg:text-[1.75rem]">{t("lastSeen")}</h2>}
        slide={slideWidth}
      >
        {cards
          ? cards.map((html) => <HtmlCard key={html} html={html} />)
          : Array.from({ length: 5 }, (_, index) => <Placeholder key={index} />)}
      </Carousel>
    </div>
  );
}

function Placeholder() {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border border-line">
      <div className="aspect-square bg-paper" />
      <div className="h-48" />
    </div>
  );
}
