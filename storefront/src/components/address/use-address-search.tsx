"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/ui/field";
import type { SavedAddress } from "@/lib/api/types";
import { matching } from "./matching";

/** With fewer, somebody sees faster than they type. */
const many = 8;

/** Those of a long list of addresses that somebody looks for, and the field in which they say which; a short list has none. */
export function useAddressSearch(list: SavedAddress[]) {
  const t = useTranslations("postal");
  const locale = useLocale();
  const [search, setSearch] = useState("");
  if (list.length <= many) return { found: list, field: null };
  const found = matching(list, search, locale);
  const field = (
    <>
      <TextField
        type="search"
        label={t("search")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // It is a part of the checkout's form, which Enter would send.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status" className="text-sm text-ink-2">
        {found.length === 0 && t("nothing")}
      </p>
    </>
  );
  return { found, field };
}
