"use client";

import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";
import { useComparedIds } from "@/lib/remembered/use-comparison";

const page = "/vergleich";

/** Leads to the comparison while there is something in it. */
export function CompareBar() {
  const t = useTranslations("comparison");
  const pathname = usePathname();
  const count = useComparedIds()?.length ?? 0;
  if (count === 0 || pathname === page) return null;
  return (
    <aside
      aria-label={t("title")}
      className="fixed bottom-24 left-4 z-30 animate-rise lg:bottom-6 lg:left-1/2 lg:-translate-x-1/2"
    >
      <Link href={page} className={buttonClass("ink", "md", "shadow-pop")}>
        <Scale aria-hidden className="size-5" />
        <span aria-hidden className="lg:hidden">
          {count}
        </span>
        <span className="max-lg:sr-only">{t("open", { count })}</span>
      </Link>
    </aside>
  );
}
