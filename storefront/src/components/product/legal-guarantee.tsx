import { ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { LegalNotice } from "@/components/market/legal-notice";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";

/**
 * The harmonised notice on the legal guarantee of conformity, whole and in colour: Regulation (EU) 2025/1960, annex I. Its
 * link goes where its QR code does.
 */
export function GuaranteeNotice({ className }: { className?: string }) {
  const t = useTranslations("product.legalGuarantee");
  return (
    <section id="legal-guarantee-notice" aria-label={t("title")} className={cn("max-w-sm scroll-mt-40", className)}>
      <NoticeImage />
      <RightsLink className="mt-2 text-sm" />
    </section>
  );
}

/** The notice's picture, whose other text says all that it says. */
export function NoticeImage({ className }: { className?: string }) {
  const t = useTranslations("product.legalGuarantee");
  const locale = useLocale();
  return (
    <img
      src={`/images/notice/${locale}`}
      alt={t("alt")}
      width={210}
      height={297}
      loading="lazy"
      className={cn("h-auto w-full", className)}
    />
  );
}

/** The notice's gist near the button, with the way to the whole of it further down the page. */
export function LegalGuarantee() {
  const t = useTranslations("product.legalGuarantee");
  return (
    <div className="mt-5 flex gap-3 rounded-xl bg-paper px-4 py-3 text-sm">
      <ShieldCheck aria-hidden className="size-5 shrink-0 text-accent" />
      <div>
        <h2 className="font-semibold tracking-normal">{t("title")}</h2>
        <p className="mt-0.5 text-ink-2">{t("text")}</p>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <a href="#legal-guarantee-notice" className="inline-block py-1 underline underline-offset-4">
            {t("notice")}
          </a>
          <RightsLink />
          <LegalNotice of="repair">
            <Link href="/infocenter/section/repair" className="inline-block py-1 underline underline-offset-4">
              {t("repair")}
            </Link>
          </LegalNotice>
        </p>
      </div>
    </div>
  );
}

/** The way to the EU's page on these rights. */
export function RightsLink({ className }: { className?: string }) {
  const t = useTranslations("product.legalGuarantee");
  return (
    <a href={t("url")} rel="noopener" className={cn("inline-block py-1 underline underline-offset-4", className)}>
      {t("link")}
    </a>
  );
}
