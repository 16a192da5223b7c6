"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { ConsentService } from "@/lib/api/types";
import { decide, forAll } from "@/lib/consent/decide";
import { useFocusGivenBack } from "@/lib/hooks/use-focus-given-back";
import { ConsentText } from "./consent-text";

type Props = { services: ConsentService[]; onChoose: () => void };

/**
 * Asks for consent in a corner of the page, with refusing as easy as agreeing. Where the browser could not keep an answer, it
 * says what else will not work.
 */
export function ConsentQuestion({ services, onChoose }: Props) {
  const t = useTranslations("consent");
  if (!navigator.cookieEnabled) return <NoCookies />;
  return (
    <Corner title={t("title")}>
      <ConsentText />
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <Button look="secondary" onClick={() => decide(services, forAll(services, false), "denyAll")}>
          {t("reject")}
        </Button>
        <Button look="secondary" onClick={() => decide(services, forAll(services, true), "acceptAll")}>
          {t("accept")}
        </Button>
      </div>
      <button type="button" onClick={onChoose} className="mt-3 text-sm underline underline-offset-4">
        {t("choose")}
      </button>
    </Corner>
  );
}

function NoCookies() {
  const t = useTranslations("consent");
  const [away, setAway] = useState(false);
  if (away) return null;
  return (
    <Corner title={t("noCookiesTitle")}>
      <p className="text-sm text-ink-2">{t("noCookies")}</p>
      <Button look="secondary" className="mt-4" onClick={() => setAway(true)}>
        {t("understood")}
      </Button>
    </Corner>
  );
}

function Corner({ title, children }: { title: string; children: ReactNode }) {
  const onFocus = useFocusGivenBack();
  return (
    <section
      aria-label={title}
      data-question
      onFocus={onFocus}
      className="fixed inset-x-3 bottom-3 z-40 animate-rise rounded-2xl border border-line bg-white p-5 shadow-pop sm:right-auto sm:left-5 sm:w-[26rem]"
    >
      <h2 className="mb-1.5 text-base">{title}</h2>
      {children}
    </section>
  );
}
