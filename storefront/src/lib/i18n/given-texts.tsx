"use client";

import { NextIntlClientProvider, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { Locale } from "./routing";

type Props = { locale: Locale; timeZone: string; texts: string; children: ReactNode };

/** Takes the texts that Texts hands over, as JSON. */
export function GivenTexts({ locale, timeZone, texts, children }: Props) {
  const messages = useMemo(() => JSON.parse(texts) as Messages, [texts]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
