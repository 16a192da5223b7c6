import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LegalNotice } from "@/components/market/legal-notice";
import { Brand } from "@/components/ui/brand";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";
import type { Link as Category } from "@/lib/api/types";
import { BackToTop } from "./back-to-top";
import { FooterColumn } from "./footer-column";

const service = ["help", "shipping", "recycling"] as const;
const legal = ["imprint", "privacy", "terms", "revocation", "accessibility"] as const;

type Props = {
  roots: Category[];
  /** The button that opens the consent dialog again. */
  settings: ReactNode;
  /** The way to the other language, for screens whose header has no room for it. */
  language: ReactNode;
  /** The newsletter's form. */
  newsletter: ReactNode;
  /** The button that opens the support chat, where there is one. */
  chat?: ReactNode;
  /** The name of the partner whose shop it is. */
  partner?: string;
};

/** The footer. */
export function SiteFooter({ roots, settings, language, newsletter, chat, partner }: Props) {
  const t = useTranslations("footer");
  const page = (section: (typeof service)[number] | "repair" | (typeof legal)[number]) => (
    <li key={section}>
      <Link href={`/infocenter/section/${section}`} className="hover:underline">
        {t(section)}
      </Link>
    </li>
  );
  return (
    <footer className="mt-20 border-t border-line bg-paper text-[0.9375rem]">
      <section
        aria-labelledby="footer-newsletter"
        className="border-b border-line noscript:hidden [body:has([data-newsletter])_&]:hidden"
      >
        <div className="page grid gap-x-10 gap-y-5 py-8 md:py-10 lg:grid-cols-2">
          <div>
            <h2 id="footer-newsletter" className="text-xl">
              {t("newsletter")}
            </h2>
            <p className="mt-1.5 max-w-md text-ink-2">
              {partner ? t("newsletterTextPartner", { name: partner }) : t("newsletterText")}
            </p>
          </div>
          {newsletter}
        </div>
      </section>
      <div className="page grid gap-x-6 py-8 md:grid-cols-4 md:py-14 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1fr] lg:gap-x-10">
        <div className="pb-6 md:max-lg:col-span-4 md:max-lg:pb-10">
          <Brand />
          <p className="mt-4 max-w-72 text-ink-2 md:max-lg:max-w-md">
            {partner ? t("aboutPartner", { name: partner }) : t("about")}
          </p>
          <Link href="/widerruf" className={buttonClass("secondary", "md", "mt-5")}>
            {t("withdraw")}
          </Link>
        </div>
        <FooterColumn title={t("assortment")}>
          {roots.slice(0, 6).map((category) => (
            <li key={category.id}>
              <Link href={category.url} className="hover:underline">
                {category.name}
              </Link>
            </li>
          ))}
        </FooterColumn>
        <FooterColumn title={t("service")}>
          <li>
            <Link href="/bestellstatus" className="hover:underline">
              {t("orderStatus")}
            </Link>
          </li>
          {service.map(page)}
          <LegalNotice of="repair">{page("repair")}</LegalNotice>
          {chat && <li>{chat}</li>}
        </FooterColumn>
        <FooterColumn title={t("payment")}>
          {(["moneyorder", "paypal", "invoice", "cod"] as const).map((method) => (
            <li key={method}>{t(`methods.${method}`)}</li>
          ))}
        </FooterColumn>
        <FooterColumn title={t("legal")}>
          {legal.map(page)}
          <li>{settings}</li>
        </FooterColumn>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap justify-between gap-x-10 gap-y-3 py-5 text-sm text-ink-2">
          <p>{t("prices")}</p>
          <p className="font-semibold lg:hidden">{language}</p>
        </div>
      </div>
      <BackToTop
        aria-label={t("toTop")}
        className="fixed right-4 bottom-24 z-30 grid size-11 animate-fade place-items-center rounded-full border border-line-2 bg-white shadow-lift hover:border-ink lg:right-6 lg:bottom-6"
      >
        <ArrowUp aria-hidden className="size-5" />
      </BackToTop>
    </footer>
  );
}
