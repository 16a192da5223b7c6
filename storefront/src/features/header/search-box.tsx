"use client";

import { History, Search, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useParams } from "next/navigation";
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import type { Finding } from "@/lib/api/types";
import { useRouter } from "@/lib/i18n/navigation";
import { pathIn } from "@/lib/i18n/path";
import { termOf } from "@/lib/listing/term";
import { recentSearches, rememberSearch } from "@/lib/remembered/searches";
import { inTab } from "@/lib/remembered/shelf";
import { hrefOf, SuggestionList } from "./suggestion-list";
import { useSuggestions } from "./use-suggestions";

const hideAfterScrollPx = 50;

/** The search field with its suggestions, and with the last searches while it is empty: arrows choose, Enter goes, Escape closes. */
export function SearchBox() {
  const t = useTranslations("search");
  const locale = useLocale();
  const router = useRouter();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const searched = termOf(useParams<{ searchterm?: string }>().searchterm ?? "");
  const [page, setPage] = useState(searched);
  const [text, setText] = useState(searched);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [recent, setRecent] = useState<Finding[]>([]);
  const found = useSuggestions(open ? text : "");
  const empty = text === "";
  const suggestions = empty ? recent : found;
  const shown = open && suggestions.length > 0;

  // A page of results says in the field what it is of; on other pages what was typed stays.
  if (page !== searched) {
    setPage(searched);
    if (searched) setText(searched);
  }

  useEffect(() => {
    if (!shown) return;
    const from = window.scrollY;
    const onScroll = () => Math.abs(window.scrollY - from) >= hideAfterScrollPx && setOpen(false);
    const onElsewhere = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    const shownNow = new AbortController();
    const { signal } = shownNow;
    window.addEventListener("scroll", onScroll, { signal });
    document.addEventListener("pointerdown", onElsewhere, { signal });
    document.addEventListener("focusin", onElsewhere, { signal });
    return () => shownNow.abort();
  }, [shown]);

  const go = (finding: Finding) => {
    if (!finding.price) rememberSearch(inTab, finding.text);
    setOpen(false);
    field.current?.blur();
    router.push(hrefOf(finding));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = shown ? suggestions[active] : undefined;
    const term = text.trim();
    if (chosen) go(chosen);
    else if (term) go({ text: term });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
    const count = suggestions.length + 1;
    setActive((current) => ((current + 1 + (event.key === "ArrowDown" ? 1 : -1) + count) % count) - 1);
  };

  return (
    <div ref={box} className="relative">
      <form role="search" action={pathIn(locale, "/produkte")} onSubmit={submit} className="relative">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-ink-3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          name="query"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          aria-label={t("label")}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={t("placeholder")}
          value={text}
          onFocus={() => {
            setRecent(recentSearches(inTab).map((one) => ({ text: one })));
            setActive(-1);
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          className="search-field"
        />
        <div className="absolute inset-y-1 right-1 flex">
          {text && (
            <button
              type="button"
              aria-label={t("clear")}
              onClick={() => {
                setText("");
                field.current?.focus();
                setOpen(false);
              }}
              className="grid w-10 place-items-center rounded-full text-ink-3 hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          )}
          <button
            type="submit"
            aria-label={t("submit")}
            className="grid w-10 place-items-center rounded-full bg-ink text-white hover:bg-ink-2"
          >
            <Search aria-hidden className="size-4.5" />
          </button>
        </div>
      </form>
      <p aria-live="polite" className="sr-only">
        {shown ? t("suggestionCount", { count: suggestions.length }) : ""}
      </p>
      <SuggestionList
        id={listId}
        label={t(empty ? "recent" : "suggestions")}
        icon={empty ? History : Search}
        shown={shown}
        suggestions={suggestions}
        active={active}
        onHover={setActive}
        onChoose={go}
      />
    </div>
  );
}
