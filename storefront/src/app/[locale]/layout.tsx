import type { Metadata, Viewport } from "next";
import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ToastProvider } from "@/components/ui/toast";
import { OverlayProvider } from "@/components/ui/overlay";
import { ErrorMonitor } from "@/features/monitor/error-monitor";
import { ConsentBanner } from "@/features/consent/consent-banner";
import { ScrollTracker } from "@/features/consent/scroll-tracker";
import { TakenOver } from "@/lib/site/taken-over";
import { FollowLinks } from "@/lib/i18n/follow-links";
import { routing } from "@/lib/i18n/routing";
import { Texts } from "@/lib/i18n/texts";
import { SiteProvider } from "@/lib/site/context";
import { loadSite } from "@/lib/site/site";
import { themeOf } from "@/lib/site/theme";
import { titleTemplate } from "@/lib/site/title";
import { QueryProvider } from "@/lib/query/provider";
import { typeface } from "../typeface";
import "../globals.css";

type Params = { params: Promise<{ locale: string }> };

export const viewport: Viewport = { themeColor: "#ffffff", width: "device-width", initialScale: 1 };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { locale: given } = await params;
  // /index.html is no language: its page says that there is none, and whose it is.
  const locale = hasLocale(routing.locales, given) ? given : routing.defaultLocale;
  const t = await getTranslations({ locale });
  const { whiteLabel, name, origin } = await loadSite();
  return {
    metadataBase: origin ? new URL(origin) : undefined,
    // Drawn by the front door.
    icons: { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" }, apple: "/apple-icon.png" },
    title: { default: name || t("meta.title"), template: await titleTemplate() },
    description: whiteLabel ? t("footer.aboutPartner", { name }) : t("meta.description"),
  };
}

export default async function LocaleLayout({ params, children }: Params & { children: ReactNode }) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  const t = await getTranslations("common");
  const site = await loadSite();
  return (
    <html lang={locale} className={typeface} style={themeOf(site)}>
      <body>
        <Texts>
          <SiteProvider site={site}>
            <QueryProvider>
              <ToastProvider>
                <a
                  href="#main"
                  className="sr-only z-60 rounded-full bg-ink px-5 py-3 font-semibold text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
                >
                  {t("skip")}
                </a>
                <OverlayProvider>{children}</OverlayProvider>
                <ConsentBanner />
                <FollowLinks />
                <ScrollTracker />
                <ErrorMonitor />
                <TakenOver />
              </ToastProvider>
            </QueryProvider>
          </SiteProvider>
        </Texts>
      </body>
    </html>
  );
}
