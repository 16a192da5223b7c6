"use client";

import { Check, Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import type { FilterProperty } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { leaves } from "@/lib/focus/leave";
import { formatInteger } from "@/lib/i18n/number";
import type { PageFilter } from "@/lib/listing/cut";
import { toggle } from "@/lib/listing/query";
import type { useFilterDraft } from "./use-filter-draft";

type Props = { filter: PageFilter; draft: ReturnType<typeof useFilterDraft> };

/**
 * The values of a checkbox or radio filter with their counts; long lists scroll, and some can be searched. What is cut is
 * asked for when it is opened.
 */
export function FilterOptions({ filter, draft }: Props) {
  const t = useTranslations("filter");
  const name = useId();
  const [search, setSearch] = useState("");
  useEffect(() => {
    if (filter.cut) draft.complete();
  });
  const choice = draft.selection[filter.id];
  const values = choice && "values" in choice ? choice.values : [];
  const term = search.trim().toLocaleLowerCase();
  const shown = filter.properties.filter((property) => property.text.toLocaleLowerCase().includes(term));
  return (
    <>
      {filter.searchable && (
        <div className="relative mb-2">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-4 text-ink-3" />
          <input
            type="search"
            aria-label={t("searchIn", { name: filter.name })}
            placeholder={t("search")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="h-10 w-full rounded-full border border-line-2 pr-3 pl-10 text-sm placeholder:text-ink-3"
          />
        </div>
      )}
      {/* The whole is 290 px high at most, and 330 px with the search field. */}
      <fieldset
        tabIndex={-1}
        className={cn("overflow-y-auto outline-none", filter.searchable ? "max-h-[282px]" : "max-h-[290px]")}
      >
        <legend className="sr-only">{filter.name}</legend>
        {shown.map((property) => (
          <Option
            key={property.value}
            name={name}
            type={filter.filterType === "radio" ? "radio" : "checkbox"}
            color={filter.optionType === "color"}
            property={property}
            checked={values.includes(property.value)}
            onToggle={() => draft.setSelection(toggle(draft.selection, filter, property.value))}
          />
        ))}
        {filter.cut && draft.incomplete && (
          <p role="alert" className="py-2 text-sm">
            {t("incomplete")}{" "}
            <button type="button" ref={leaves} onClick={() => void draft.retry()} className="underline">
              {t("retry")}
            </button>
          </p>
        )}
        {shown.length === 0 && <p className="py-2 text-sm text-ink-3">{t("nothing")}</p>}
      </fieldset>
    </>
  );
}

type OptionProps = {
  name: string;
  type: "radio" | "checkbox";
  color: boolean;
  property: FilterProperty;
  checked: boolean;
  onToggle: () => void;
};

function Option({ name, type, color, property, checked, onToggle }: OptionProps) {
  const t = useTranslations("filter");
  const locale = useLocale();
  const number = formatInteger(property.quantity, locale);
  const empty = property.quantity === 0 && !checked;
  return (
    <label
      className={cn(
        "flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-1 text-[0.9375rem] hover:bg-paper",
        empty && "text-ink-3",
      )}
    >
      <input
        type={type}
        name={name}
        aria-label={t("option", { name: property.text, count: property.quantity, number })}
        checked={checked}
        onChange={onToggle}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={cn(
          "grid size-5 shrink-0 place-items-center border border-line-2 text-white peer-not-checked:*:invisible peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink",
          type === "radio" ? "rounded-full" : "rounded-[5px]",
        )}
      >
        <Check className="size-3.5" strokeWidth={3} />
      </span>
      {color && property.hex && (
        <span
          aria-hidden
          style={{ backgroundColor: property.hex }}
          className="size-5 rounded-full border border-line-2 forced-color-adjust-none"
        />
      )}
      <span className="min-w-0 flex-1 leading-snug">{property.text}</span>
      <span className="text-sm text-ink-3 tabular-nums">{number}</span>
    </label>
  );
}
