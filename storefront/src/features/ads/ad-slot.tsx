"use client";

import { useTranslations } from "next-intl";
import { track } from "@/lib/consent/track";
import { Link } from "@/lib/i18n/link";
import { useAd } from "./use-ad";

/** A place for an ad, as high as ReservedSlot keeps free. Without one it takes no room. */
export function AdSlot({ target }: { target: string }) {
  const t = useTranslations("ads");
  const { ref, ad } = useAd(target);
  if (!ad || ad === "noAd") return <div ref={ref} data-ad={ad} />;
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-3">{t("label")}</span>
        <span className="mt-1 line-clamp-2 text-lg leading-tight font-semibold sm:text-xl">{ad.title}</span>
        {ad.text && <span className="mt-1 line-clamp-2 text-ink-2">{ad.text}</span>}
        <span className="mt-3 inline-block font-semibold text-accent underline-offset-4 group-hover:underline">
          {ad.cta}
        </span>
      </span>
      {ad.image && (
        <img
          src={`/images/200/${ad.image}`}
          alt=""
          width={140}
          height={140}
          className="size-28 shrink-0 rounded-xl sm:size-36"
        />
      )}
    </>
  );
  const clicked = () => track("cto_interaction", { clickElementName: `ad ${target} ${ad.id}` });
  const look = "group flex h-52 items-center gap-5 overflow-hidden rounded-card bg-paper px-6 py-5 lg:h-46";
  return (
    <div ref={ref} data-ad={ad.id} className="animate-fade">
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
