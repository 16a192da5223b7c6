"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sendEvent } from "@/lib/api/tracking";
import { analyticsService, decide, useConsent } from "@/lib/consent/consent";
import { Link } from "@/lib/i18n/navigation";

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
  const consent = useConsent();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const open = () => setAsked(true);
    window.addEventListener(openSettings, open);
    return () => window.removeEventListener(openSettings, open);
  }, []);
  const answer = (yes: boolean) => {
    decide({ [analyticsService]: yes });
    setAsked(false);
    if (!yes) return;
    const entry = { serviceName: analyticsService, consentStatus: yes };
    sendEvent("nbb.userConsent", { eventType: "userConsent", service: analyticsService, consentData: [entry] });
  };
  const question = (
    <>
      <p className="text-sm text-ink-2">
        {t("text")}{" "}
        <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
          {t("more")}
        </Link>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <Button look="secondary" onClick={() => answer(false)}>
          {t("reject")}
        </Button>
        <Button look="secondary" onClick={() => answer(true)}>
          {t("accept")}
        </Button>
      </div>
    </>
  );
  if (asked) {
    return (
      <Dialog open onOpenChange={setAsked} title={t("title")}>
        {question}
      </Dialog>
    );
  }
  if (consent !== undefined) return null;
  return (
    <section
      aria-label={t("title")}
      className="fixed inset-x-3 bottom-3 z-40 animate-rise rounded-2xl border border-line bg-white p-5 shadow-pop sm:right-auto sm:left-5 sm:w-[26rem]"
    >
      <h2 className="mb-1.5 text-base">{t("title")}</h2>
      {question}
    </section>
  );
}
