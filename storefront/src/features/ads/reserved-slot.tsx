import { getLocale } from "next-intl/server";
import { cache } from "react";
import { fetchAds } from "@/lib/api/content";
import { filledBy, type Filled } from "@/lib/ads/batch";
import { keywordsOf } from "@/lib/ads/keywords";
import { Memory } from "@/lib/ads/memory";
import { cn } from "@/lib/cn";
import { siteKey } from "@/lib/site/site";
import { AdSlot } from "./ad-slot";

const keepMs = 30_000;
const waitMs = 1000; // no page is held up for an ad: without one from here the browser asks
const keptMost = 2_000;
const kept = new Memory<Filled | undefined>(keepMs, keptMost);

// Which ad it is changes with the minute and when an editor says so: it is asked for now and then, not for every page.
const firstAd = cache(async (target: string, path: string, locale: string, mobile: boolean) => {
  const site = await siteKey(); // a partner's shop has ads for what the partner sells alone
  const key = [site, target, path, locale, mobile].join(" ");
  const known = kept.get(key, Date.now());
  if (known) return known.value;
  const context = { mobile, path, keywords: keywordsOf(path) };
  const answer = await ifSoon(fetchAds([target], context, locale, site).catch(() => undefined));
  const filled = answer && filledBy(answer, target);
  kept.set(key, filled, Date.now());
  return filled;
});

// Waits for the timer itself: a signal may be collected as garbage while the call hangs, and then never ends it (lib/api/client).
function ifSoon<T>(call: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

const adIn = (filled: Filled | undefined) => (filled && filled.ad !== "noAd" ? filled.ad : undefined);

type Props = { target: string; path: string; eager?: boolean; className?: string };

/**
 * A place for an ad on the page of that path, with its first ad, so that it is there before any script and nothing moves.
 * Ads may be for phones or for all others alone: then the page, which is the same for everyone, has either's, and shows one.
 * eager says that the place is seen as the page opens.
 */
export async function ReservedSlot({ target, path, eager, className }: Props) {
  const locale = await getLocale();
  const [phone, desktop] = await Promise.all([
    firstAd(target, path, locale, true),
    firstAd(target, path, locale, false),
  ]);
  const [onPhone, onDesktop] = [adIn(phone), adIn(desktop)];
  return (
    <div
      className={cn(
        "rounded-card",
        onPhone && "max-lg:min-h-52 max-lg:bg-paper",
        onDesktop && "lg:min-h-46 lg:bg-paper",
        (onPhone ?? onDesktop) && className,
        "[&:not(:has([data-ad]:not([data-ad=noAd])))]:hidden", // a preview that no ad fits leaves nothing of it
      )}
    >
      {onPhone?.id === onDesktop?.id ? (
        <AdSlot target={target} first={phone && desktop} eager={eager} />
      ) : (
        <>
          <div className="lg:hidden">
            <AdSlot target={target} first={phone} eager={eager} />
          </div>
          <div className="max-lg:hidden">
            <AdSlot target={target} first={desktop} eager={eager} />
          </div>
        </>
      )}
    </div>
  );
}
