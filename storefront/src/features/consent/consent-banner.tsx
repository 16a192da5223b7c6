"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { fetchServices } from "@/lib/api/tracking";
import { rememberAffiliate } from "@/lib/consent/affiliate";
import { consentHistory, decide, forAll, grantedServices, useConsent } from "@/lib/consent/consent";
import type { ConsentAction } from "@/lib/consent/history";
import { trackConsent } from "@/lib/consent/track";
import { Link } from "@/lib/i18n/link";

const ConsentDialog = later(() => import("./consent-dialog").then((dialog) => dialog.ConsentDialog));

const openSettings = "kontor:consent-settings";

/** The footer's button that opens the consent question again. */
export function ConsentSettings() {
  const t = useTranslations("consent");
  return (
    <button type="button" onClick={() => window.dispatchEvent(new Event(openSettings))} className="hover:underline">
      {t("settings")}
    </button>
  );
}

/** Asks once, with refusing as easy as agreeing; nothing is tracked before. It does not block the page. */
export function ConsentBanner() {
  const t = useTranslations("consent");
  const locale = useLocale();
  const consent = useConsent();
  const [asked, setAsked] = useState(false);
  const undecided = consent === undefined;
  const {
    data: services,
    isError,
    refetch,
  } = useQuery({
    queryKey: ["consent-services", locale],
    queryFn: () => fetchServices(locale),
    enabled: undecided || asked,
    staleTime: Infinity,
  });
  useEffect(() => {
    const open = () => setAsked(true);
    window.addEventListener(openSettings, open);
    return () => window.removeEventListener(openSettings, open);
  }, []);
  useEffect(() => {
    rememberAffiliate(window.location.search, window.sessionStorage, grantedServices().length > 0);
  }, [consent]);
  const answer = (decision: Record<string, boolean>, action: ConsentAction) => {
    decide(decision, action);
    setAsked(false);
    const history = consentHistory();
    trackConsent(
      (services ?? []).map(({ serviceName, templateId }) => ({
        serviceName,
        templateId,
        consentStatus: decision[serviceName] ?? false,
        consentHistory: history.filter((entry) => entry.serviceName === serviceName),
      })),
    );
  };
  const text = (
    <p className="text-sm text-ink-2">
      {t("text")}{" "}
      <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
        {t("more")}
      </Link>
    </p>
  );
  if (asked) {
    return (
      <ConsentDialog
        services={services}
        failed={isError}
        onRetry={() => void refetch()}
        onDecide={answer}
        onClose={() => setAsked(false)}
      >
        {text}
      </ConsentDialog>
    );
  }
  if (!undecided || !services || services.length === 0) return null;
  return (
    <section
      aria-label={t("title")}
      className="fixed inset-x-3 bottom-3 z-40 animate-rise rounded-2xl border border-line bg-white p-5 shadow-pop sm:right-auto sm:left-5 sm:w-[26rem]"
    >
      <h2 className="mb-1.5 text-base">{t("title")}</h2>
      {text}
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <Button look="secondary" onClick={() => answer(forAll(services, false), "denyAll")}>
          {t("reject")}
        </Button>
        <Button look="secondary" onClick={() => answer(forAll(services, true), "acceptAll")}>
          {t("accept")}
        </Button>
      </div>
      <button type="button" onClick={() => setAsked(true)} className="mt-3 text-sm underline underline-offset-4">
        {t("choose")}
      </button>
    </section>
  );
}
