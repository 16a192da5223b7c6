"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/radio";
import type { ConsentService } from "@/lib/api/types";
import { readConsent, type Granted } from "@/lib/consent/consent";
import { consentHistory, decide, forAll } from "@/lib/consent/decide";
import type { ConsentAction } from "@/lib/consent/history";
import { useFormatter } from "@/lib/i18n/use-formatter";

type Props = { services: ConsentService[]; onDecided: () => void };

/** The choice for each service, none of them made beforehand, and what was decided so far. */
export function ConsentChoice({ services, onDecided }: Props) {
  const t = useTranslations("consent");
  const format = useFormatter();
  const [chosen, setChosen] = useState<Record<string, boolean>>(() => ({
    ...forAll(services, false),
    ...readConsent(),
  }));
  const history = consentHistory().toReversed();
  const title = (name: string) => services.find((one) => one.serviceName === name)?.title ?? name;
  const current = Object.fromEntries(services.map(({ serviceName }) => [serviceName, chosen[serviceName] ?? false]));
  const choose = (decision: Granted, action: ConsentAction) => {
    decide(services, decision, action);
    onDecided();
  };
  return (
    <>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        <li className="py-3">
          <p className="font-semibold">{t("essential")}</p>
          <p className="text-sm text-ink-2">{t("essentialText")}</p>
        </li>
        {services.map((service) => (
          <li key={service.serviceName} className="py-2">
            <Checkbox
              textId={service.purpose && `consent-${service.serviceName}`}
              checked={current[service.serviceName] ?? false}
              onChange={(granted) => setChosen({ ...chosen, [service.serviceName]: granted })}
            >
              <span className="font-semibold">{service.title || service.serviceName}</span>
            </Checkbox>
            {service.purpose && (
              <p id={`consent-${service.serviceName}`} className="text-sm text-ink-2">
                {service.purpose}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-2.5 sm:grid-cols-3">
        <Button look="secondary" onClick={() => choose(forAll(services, false), "denyAll")}>
          {t("reject")}
        </Button>
        <Button look="secondary" onClick={() => choose(current, "save")}>
          {t("save")}
        </Button>
        <Button look="secondary" onClick={() => choose(forAll(services, true), "acceptAll")}>
          {t("accept")}
        </Button>
      </div>
      {history.length > 0 && (
        <details className="mt-5 text-sm">
          <summary className="cursor-pointer font-semibold">{t("history")}</summary>
          <ul className="mt-2 space-y-1 text-ink-2">
            {history.map((entry) => (
              <li key={`${entry.serviceName}-${entry.timestamp}`}>
                {t(entry.status ? "granted" : "denied", {
                  at: format.dateTime(entry.timestamp, { dateStyle: "medium", timeStyle: "short" }),
                  service: title(entry.serviceName),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
