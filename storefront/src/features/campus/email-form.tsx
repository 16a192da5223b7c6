"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { inputClass, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import { Unbroken } from "@/components/ui/unbroken";
import { applyByEmail, fetchUniversities } from "@/lib/api/campus";
import { emailReason } from "@/lib/checkout/rules";
import { TermsText } from "./terms-text";
import { useApply } from "./use-apply";

const hints = { university: "hintUniversity", email: "hintEmail", terms: "hintTerms" } as const;

/** Registration, or its renewal, by the university's e-mail address: an entry of the list, the address, the terms. */
export function EmailForm({ renews }: { renews: boolean }) {
  const t = useTranslations("campus.email");
  const locale = useLocale();
  const id = useId();
  const known = useQuery({
    queryKey: ["universities"],
    queryFn: () => fetchUniversities(locale),
    staleTime: Infinity,
  });
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [terms, setTerms] = useState(false);
  // The list finds what is typed whatever its case, and so does this.
  const university = known.data?.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const valid = emailReason(email.trim()) === undefined;
  const { apply, error, sending } = useApply(
    (chosen: number) => applyByEmail(chosen, email.trim(), locale),
    t("done", { email: email.trim() }),
    "campus_general",
  );
  const lacking = !university ? "university" : !valid ? "email" : !terms ? "terms" : undefined;
  const hint = lacking && t(hints[lacking]);
  // It stands above the button, and says what the field is to be that sending leads to.
  const hintOf = (field: keyof typeof hints) => (field === lacking ? `${id}-hint` : undefined);
  return (
    <Form
      sending={sending}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (university && !hint) apply(university.id);
        else (event.currentTarget.elements.namedItem(lacking ?? "") as HTMLElement | null)?.focus();
      }}
    >
      <p className="text-ink-2">
        <Unbroken text={t("text")} />
      </p>
      {error && (
        <Notice reveal tone="error">
          {error}
        </Notice>
      )}
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {t("university")}
        </label>
        <input
          id={id}
          name="university"
          required
          aria-invalid={false}
          aria-describedby={hintOf("university")}
          list={`${id}-list`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          placeholder={t("search")}
          className={inputClass}
        />
        <datalist id={`${id}-list`}>
          {known.data?.map((one) => (
            <option key={one.id} value={one.name} />
          ))}
        </datalist>
        {known.isError && <LoadFailed text={t("unknown")} onRetry={known.refetch} />}
      </div>
      <TextField
        name="email"
        type="email"
        label={t("email")}
        required
        value={email}
        autoComplete="off"
        onChange={(event) => setEmail(event.target.value)}
      />
      <Checkbox name="terms" checked={terms} textId={hintOf("terms")} onChange={setTerms}>
        <TermsText />
      </Checkbox>
      <p id={`${id}-hint`} aria-live="polite" className="min-h-6 text-sm text-ink-3">
        {hint}
      </p>
      <Button type="submit" aria-disabled={hint !== undefined || sending} aria-busy={sending}>
        {t(renews ? "renew" : "submit")}
      </Button>
    </Form>
  );
}
