import { getLocale } from "next-intl/server";
import { cache } from "react";
import { fetchAds } from "@/lib/api/content";
import { keywordsOf } from "@/lib/ads/keywords";
import { cn } from "@/lib/cn";
import { AdSlot } from "./ad-slot";

const keepMs = 30_000;
const kept = new Map<string, { has: boolean; until: number }>();

// Whether there is an ad changes when an editor says so: it is asked for now and then, not for every page.
const hasAd = cache(async (target: string, path: string, locale: string, mobile: boolean): Promise<boolean> => {
  const key = [target, path, locale, mobile].join(" ");
  const known = kept.get(key);
  if (known && Date.now() < known.until) return known.has;
  const answer = await fetchAds([target], { mobile, path, keywords: keywordsOf(path) }, locale).catch(() => undefined);
  const has = answer !== undefined && target in answer.templates;
  kept.set(key, { has, until: Date.now() + keepMs });
  return has;
});

type Props = { target: string; path: string; className?: string };

/** A place for an ad on the page of that path; where there will be one it keeps the room, in the ad's own shape, so that nothing moves when it comes. */
export async function ReservedSlot({ target, path, className }: Props) {
  const locale = await getLocale();
  const [phone, desktop] = await Promise.all([hasAd(target, path, locale, true), hasAd(target, path, locale, false)]);
  return (
    <div
      className={cn(
        "rounded-card",
        phone && "max-lg:min-h-52 max-lg:bg-paper",
        desktop && "lg:min-h-46 lg:bg-paper",
        (phone || desktop) && className,
      )}
    >
      <AdSlot target={target} />
    </div>
  );
}
