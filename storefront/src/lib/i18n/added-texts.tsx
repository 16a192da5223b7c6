"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { read } from "./given-texts";
import { joined } from "./pick";

/** Takes the texts that MoreTexts hands over, as JSON, beside those that every page has. */
export function AddedTexts({ texts, children }: { texts: string; children: ReactNode }) {
  const everywhere = useMessages();
  const messages = useMemo(() => joined(everywhere, read(texts)), [everywhere, texts]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
