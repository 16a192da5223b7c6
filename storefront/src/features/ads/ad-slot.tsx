"use client";

import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/navigation";
import { useAd } from "./use-ad";

/** A place for an ad. Without one it takes no room. */
export function AdSlot({ target, className }: { target: string; className?: string }) {
  const t = useTranslations("ads");
  const { ref, ad } = useAd(target);
  if (!ad || ad === "noAd") return <div ref={ref} data-ad={ad} />;
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-3">{t("label")}</span>
        <span className="mt-1 block text-lg font-semibold sm:text-xl">{ad.title}</span>
        {ad.text && <span className="mt-1 block text-ink-2">{ad.text}</span>}
        <span className="mt-3 inline-block font-semibold text-accent underline-offset-4 group-hover:underline">
          {ad.cta}
        </span>
      </span>
      {ad.image && (
        <img src={`/images/200/${ad.image}`} alt="" width={140} height={140} className="size-28 shrink-0 sm:size-36" />
      )}
    </>
  );
  const look = "group flex items-center gap-5 rounded-card bg-paper px-6 py-5";
  return (
    <div ref={ref} data-ad={ad.id} className={cn("animate-fade", className)}>
      {ad.url.startsWith("/") ? (
        <Link href={ad.url} className={look}>
          {content}
        </Link>
      ) : (
        <a href={ad.url} rel="noopener sponsored" className={look}>
          {content}
        </a>
      )}
    </div>
  );
}
