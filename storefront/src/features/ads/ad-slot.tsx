"use client";

import { useTranslations } from "next-intl";
import type { Filled } from "@/lib/ads/batch";
import { cn } from "@/lib/cn";
import { track } from "@/lib/consent/track";
import { Link } from "@/lib/i18n/link";
import { useAd } from "./use-ad";

type Props = {
  target: string;
  /** What the server wrote into the page; undefined where it could not ask. */
  first: Filled | undefined;
  /** The place is seen as the page opens: its picture is fetched with it. */
  eager?: boolean;
};

/** A place for an ad, as high as ReservedSlot keeps free where its words fit in. Without one it takes no room. */
export function AdSlot({ target, first, eager }: Props) {
  const t = useTranslations("ads");
  const { ref, ad, isLater } = useAd(target, first);
  if (!ad || ad === "noAd") return <div ref={ref} data-ad={ad} />;
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-3">{t("label")}</span>
        <span className="mt-1 block text-lg leading-tight font-semibold sm:text-xl">{ad.title}</span>
        {ad.text && <span className="mt-1 block text-ink-2">{ad.text}</span>}
        <span className="mt-3 inline-block font-semibold text-accent underline-offset-4 group-hover:underline">
          {ad.cta}
        </span>
      </span>
      {ad.image && (
        <img
          src={`/images/200/${ad.image}`}
          alt=""
          width={144}
          height={144}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          className="size-28 shrink-0 rounded-xl sm:size-36"
        />
      )}
    </>
  );
  const clicked = () => track("cto_interaction", { clickElementName: `ad ${target} ${ad.id}` });
  const look = "group flex min-h-52 items-center gap-5 rounded-card bg-paper px-6 py-5 lg:min-h-46";
  return (
    <div key={ad.id} ref={ref} data-ad={ad.id} className={cn(isLater && "animate-fade")}>
      {ad.url.startsWith("/") ? (
        <Link href={ad.url} onClick={clicked} className={look}>
          {content}
        </Link>
      ) : (
        <a href={ad.url} rel="noopener sponsored" onClick={clicked} className={look}>
          {content}
        </a>
      )}
    </div>
  );
}
