"use client";

import { NextIntlClientProvider, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { Locale } from "./routing";

type Props = { locale: Locale; timeZone: string; texts: string; children: ReactNode };

// A server reads those of its few kinds of pages once.
const known = new Map<string, Messages>();

/** Texts that Texts wrote down. */
export function read(texts: string): Messages {
  const messages = known.get(texts) ?? (JSON.parse(texts) as Messages);
  known.set(texts, messages);
  return messages;
}

/** Takes the texts that Texts hands over, as JSON. */
export function GivenTexts({ locale, timeZone, texts, children }: Props) {
  const messages = useMemo(() => read(texts), [texts]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
