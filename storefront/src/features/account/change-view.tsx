"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { fetchRules } from "@/lib/api/checkout";
import type { CustomerData } from "@/lib/api/types";
import { useCustomer } from "@/lib/account/use-account";
import type { Rules } from "@/lib/checkout/rules";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useRouter } from "@/lib/i18n/navigation";
import { PasswordField } from "@/components/account/password-field";
import { Loaded } from "@/components/ui/loaded";
import { NotFoundView } from "./not-found-view";
import { PasswordRules } from "./password-rules";
import { changesOf, isChange, type Change } from "./changes";
import { leaveChange } from "./change-left";
import { DataView } from "./data-view";
import { useChange } from "./use-change";

/** A dialog over the customer's data to change one thing of them, with an address of its own. A change that this customer may not make is no page. */
export function ChangeView({ name }: { name: string }) {
  const locale = useLocale();
  const title = useTranslations("account.data")("title");
  const customer = useCustomer();
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  return (
    <Loaded query={customer} title={title}>
      {(known) => (
        <Loaded query={rules} title={title}>
          {(table) => <Page key={name} name={name} known={known} rules={table} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type PageProps = { name: string; known: CustomerData; rules: Rules };

// A change may be the last of its kind, as that of a company's name: until the data are shown, this stays a page.
function Page({ name, known, rules }: PageProps) {
  const t = useTranslations("account.change.title");
  const router = useRouter();
  const [mayChange] = useState(() => changesOf(known).includes(name as Change));
  const [open, setOpen] = useState(true);
  if (!mayChange || !isChange(name)) return <NotFoundView />;
  const close = () => {
    setOpen(false);
    leaveChange(name);
    router.replace("/kundenkonto/kontaktinformationen"); // the way back leads past the dialog
  };
  return (
    <>
      <DataView />
      <Dialog fill open={open} onOpenChange={close} title={t(name)}>
        <ChangeForm name={name} known={known} rules={rules} onClose={close} />
      </Dialog>
    </>
  );
}

type FormProps = { name: Change; known: CustomerData; rules: Rules; onClose: () => void };

function ChangeForm({ name, known, rules, onClose }: FormProps) {
  const t = useTranslations("account.change");
  const validation = useValidationText();
  const rulesId = useId();
  const { form, fields, submit, error, saving } = useChange(name, known, rules, onClose);
  const { errors, dirtyFields } = form.formState;
  const changed = fields.some((field) => field.kind !== "current-password" && dirtyFields[field.name]);
  return (
    <Form sending={saving} onSubmit={submit}>
      <div className="grid gap-5">
        {error && (
          <Notice reveal tone="error">
            {error}
          </Notice>
        )}
        {fields.map(({ name: field, kind, fills }) => {
          // The word for a password depends on what it is for.
          const label = name === "passwort-aendern" && field === "confirmationPassword" ? "again" : field;
          const props = {
            ...form.register(field),
            label: t(`field.${label}`),
            required: name === "ustid-aendern" ? known.vatRequired : name !== "telefon-aendern",
            error: validation(errors[field]?.message),
          };
          if (kind === undefined || kind === "email" || kind === "tel")
            return <TextField key={field} {...props} type={kind} autoComplete={kind ?? fills} />;
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
        <Button look="secondary" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
      {saving && <Loader title={t("wait")} text={t("running")} />}
    </Form>
  );
}
