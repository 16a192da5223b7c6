"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { later } from "@/components/ui/later";
import { fetchServices } from "@/lib/api/tracking";
import { rememberAffiliate } from "@/lib/consent/affiliate";
import { grantedServices, useConsent } from "@/lib/consent/consent";
import { inTab } from "@/lib/remembered/shelf";

const ConsentDialog = later(() => import("./consent-dialog").then((dialog) => dialog.ConsentDialog));

// It comes by itself: nobody has pressed anything and waits.
const ConsentQuestion = later(() => import("./consent-question").then((question) => question.ConsentQuestion), null);

const openSettings = "kontor:consent-settings";

/** The footer's button that opens the consent question again. */
export function ConsentSettings() {
  const t = useTranslations("consent");
  return (
    <button
      type="button"
      onClick={() => window.dispatchEvent(new Event(openSettings))}
      className="text-left hover:underline"
    >
      {t("settings")}
    </button>
  );
}

/** Asks once, nothing is tracked before. It does not block the page. */
export function ConsentBanner() {
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
    rememberAffiliate(window.location.search, inTab, grantedServices().length > 0);
  }, [consent]);
  if (asked) {
    return (
      <ConsentDialog
        services={services}
        failed={isError}
        onRetry={() => void refetch()}
        onClose={() => setAsked(false)}
      />
    );
  }
  if (!undecided || !services || services.length === 0) return null;
  return <ConsentQuestion services={services} onChoose={() => setAsked(true)} />;
}
