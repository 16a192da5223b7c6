import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NewTab } from "@/components/ui/new-tab";
import { Link } from "@/lib/i18n/link";

/** What is agreed to by buying, beside the button that does it. */
export function LegalText() {
  const t = useTranslations("checkout.confirmation");
  const link = (section: string) =>
    function LegalLink(chunks: ReactNode) {
      return (
        <Link href={`/infocenter/section/${section}`} target="_blank" className="underline underline-offset-4">
          {chunks}
          <NewTab />
        </Link>
      );
    };
  return (
    <p className="mt-5 text-sm text-ink-2">
      {t.rich("legal", {
        terms: link("terms"),
        revocation: link("revocation"),
        privacy: link("privacy"),
        recycling: link("recycling"),
      })}
    </p>
  );
}
