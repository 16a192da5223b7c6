"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchSuggestions } from "@/lib/api/catalog";
import type { Finding } from "@/lib/api/types";
import { useDebounced } from "@/lib/hooks/use-debounced";

const minChars = 3;
const maxSuggestions = 5;
const pauseMs = 120;

/** Suggestions for a text of at least three characters, at most five; the last ones stay until the next are there. */
export function useSuggestions(text: string): Finding[] {
  const locale = useLocale();
  const term = useDebounced(text.trim(), pauseMs);
  const enabled = term.length >= minChars;
  const { data } = useQuery({
    queryKey: ["suggest", locale, term],
    queryFn: () => fetchSuggestions(term, maxSuggestions, locale),
    enabled,
    placeholderData: keepPreviousData,
  });
  return enabled && text.trim().length >= minChars ? (data ?? []) : [];
}
