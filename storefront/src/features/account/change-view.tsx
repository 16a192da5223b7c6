"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { fetchRules } from "@/lib/api/checkout";
import type { CustomerData } from "@/lib/api/types";
import { useCustomer } from "@/lib/account/use-account";
import type { Rules } from "@/lib/checkout/rules";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { PasswordField } from "@/components/account/password-field";
import { Loaded } from "@/components/ui/loaded";
import { NotFoundView } from "./not-found-view";
import { PasswordRules } from "./password-rules";
import { changesOf, isChange, type Change } from "./changes";
import { useChange } from "./use-change";

/** One page to change one thing. A change that this customer may not make is no page. */
export function ChangeView({ name }: { name: string }) {
  const locale = useLocale();
  const customer = useCustomer();
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  return (
    <Loaded query={customer}>
      {(known) => (
        <Loaded query={rules}>{(table) => <Page key={name} name={name} known={known} rules={table} />}</Loaded>
      )}
    </Loaded>
  );
}

type PageProps = { name: string; known: CustomerData; rules: Rules };

// A change may be the last of its kind, as that of a company's name: until the data are shown, this stays a page.
function Page({ name, known, rules }: PageProps) {
  const [mayChange] = useState(() => changesOf(known).includes(name as Change));
  return mayChange && isChange(name) ? <ChangeForm name={name} known={known} rules={rules} /> : <NotFoundView />;
}

const back = "/kundenkonto/kontaktinformationen";

function ChangeForm({ name, known, rules }: { name: Change; known: CustomerData; rules: Rules }) {
  const t = useTranslations("account.change");
  const validation = useValidationText();
  const rulesId = useId();
  const { form, fields, submit, error, saving } = useChange(name, known, rules);
  const { errors, dirtyFields } = form.formState;
  const changed = fields.some((field) => field.kind !== "current-password" && dirtyFields[field.name]);
  return (
    <form noValidate onSubmit={submit} className="max-w-md">
      <h1 className="mb-6 text-2xl lg:text-3xl">{t(`title.${name}`)}</h1>
      <div className="grid gap-5">
        {error && (
          <Notice reveal tone="error">
            {error}
          </Notice>
        )}
        {fields.map(({ name: field, kind }) => {
          // The word for a password depends on what it is for.
          const label = name === "passwort-aendern" && field === "confirmationPassword" ? "again" : field;
          const props = {
            ...form.register(field),
            label: t(`field.${label}`),
            required: name === "ustid-aendern" ? known.vatRequired : name !== "telefon-aendern",
            error: validation(errors[field]?.message),
          };
          if (kind === undefined || kind === "email" || kind === "tel")
            return <TextField key={field} {...props} type={kind} autoComplete={kind} />;
          return (
            <div key={field}>
              <PasswordField
                {...props}
                autoComplete={kind}
                aria-describedby={field === "newPassword" ? rulesId : undefined}
              />
              {field === "newPassword" && <PasswordRules id={rulesId} password={form.watch(field) ?? ""} />}
            </div>
          );
        })}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" disabled={!changed} aria-busy={saving}>
          {t("save")}
        </Button>
        <Link href={back} className={buttonClass("secondary")}>
          {t("cancel")}
        </Link>
      </div>
      {saving && <Loader title={t("wait")} text={t("running")} />}
    </form>
  );
}
