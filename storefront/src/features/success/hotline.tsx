"use client";

import { useTranslations } from "next-intl";
import { useSite } from "@/lib/site/context";

/** Whom to call about the order; nothing in a shop that names no number. */
export function Hotline() {
  const t = useTranslations("success");
  const { hotline } = useSite();
  if (!hotline) return null;
  return (
    <p className="mt-4 text-ink-2">
      {t.rich("hotline", {
        number: hotline,
        link: (chunks) => (
          <a
            href={`tel:${hotline.replace(/[^+\d]/g, "")}`}
            className="font-semibold whitespace-nowrap text-ink underline underline-offset-4"
          >
            {chunks}
          </a>
        ),
      })}
    </p>
  );
}
