"use client";

import { useSite } from "@/lib/site/context";
import { Link } from "@/lib/i18n/link";

/** The shop's name and mark, leading home; a partner's name on its own. */
export function Brand() {
  const { whiteLabel, name } = useSite();
  if (whiteLabel) {
    return (
      <Link href="/" className="text-[1.4rem] leading-none font-bold tracking-[-0.03em] text-accent">
        {name}
      </Link>
    );
  }
  return (
    <Link href="/" className="flex min-w-0 items-center gap-2.5 max-xs:gap-2">
      <svg aria-hidden viewBox="0 0 32 32" className="size-8 shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path d="M9 7h4.6v18H9zM15.2 16l6-9h5.2l-6.2 9 6.4 9h-5.4z" fill="#fff" />
      </svg>
      <span className="min-w-0 overflow-x-clip text-[1.6rem] leading-none font-bold tracking-[-0.06em] whitespace-nowrap max-xs:text-xl">
        kontor
      </span>
    </Link>
  );
}
