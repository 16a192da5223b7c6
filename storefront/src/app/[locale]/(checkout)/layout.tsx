import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import { Brand } from "@/components/ui/brand";
import { NeedsScript } from "@/components/ui/needs-script";
import { SoftLogin } from "@/features/account/soft-login";
import { ConsentSettings } from "@/features/consent/consent-banner";
import { Link } from "@/lib/i18n/link";
import { MoreTexts } from "@/lib/i18n/more-texts";

/** The checkout has a header and footer of its own: nothing that leads away from the order. */
export default async function CheckoutLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("checkout");
  const footer = await getTranslations("footer");
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-3 py-2 lg:min-h-20">
          <Brand />
          <span className="flex items-center gap-2 text-sm font-medium text-ink-2">
            <Lock aria-hidden className="size-4 shrink-0" />
            {t("secure")}
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <NeedsScript />
        <MoreTexts of={["checkout", "lineExtras", "postal", "priceChanges", "success"]}>{children}</MoreTexts>
      </main>
      <footer className="border-t border-line">
        <ul className="page flex flex-wrap gap-x-6 gap-y-2 py-6 text-sm text-ink-2">
          {(["imprint", "privacy", "terms", "revocation"] as const).map((section) => (
            <li key={section}>
              <Link href={`/infocenter/section/${section}`} className="hover:underline">
                {footer(section)}
              </Link>
            </li>
          ))}
          <li>
            <Link href="/widerruf" className="font-semibold text-ink underline underline-offset-4">
              {footer("withdraw")}
            </Link>
          </li>
          <li>
            <ConsentSettings />
          </li>
        </ul>
      </footer>
      <SoftLogin />
    </div>
  );
}
