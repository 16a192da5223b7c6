"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";

const tabs = [
  { key: "login", href: "/kundenkonto/login" },
  { key: "register", href: "/kundenkonto/registrieren" },
] as const;

/** The frame of the pages that are there to get in: two tabs over centred content. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations("account.tabs");
  const pathname = usePathname();
  return (
    <div className="mx-auto w-full max-w-md py-4 lg:py-8">
      <nav aria-label={t("label")} className="grid grid-cols-2 border-b border-line text-center font-semibold">
        {tabs.map(({ key, href }) => (
          <Link
            key={key}
            href={href}
            aria-current={pathname === href ? "page" : undefined}
            className={cn(
              "-mb-px border-b-2 py-3",
              pathname === href
                ? "border-ink"
                : "border-transparent text-ink-2 hover:text-ink forced-colors:border-[color:Canvas]",
            )}
          >
            {t(key)}
          </Link>
        ))}
      </nav>
      <h1 className="mt-8 mb-6 text-2xl lg:text-3xl">{title}</h1>
      {children}
    </div>
  );
}
