"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import type { CustomerData } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import type { Rules } from "@/lib/checkout/rules";
import { reporting } from "@/lib/checkout/schema";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { forms, type Change, type FieldName, type Values } from "./changes";

/** The changes that are of no use to try again: what fails there leads back to the data. */
const ofBusiness: Change[] = ["inhaber-name-aendern", "firmen-name-aendern", "ustid-aendern"];

/** The form of a change: checks by the server's rules and saves; onDone goes back to the data. */
export function useChange(name: Change, known: CustomerData, rules: Rules, onDone: () => void) {
  const t = useTranslations("account.change");
  const locale = useLocale();
  const message = useMessage();
  const toast = useToast();
  const refresh = useRefreshAccount();
  const [error, setError] = useTold();
  const { fields, start, send } = forms[name];
  const resolver = useMemo(
    () =>
      zodResolver(
        z.record(z.string(), z.string()).check(
          reporting((values: Values, report) => {
            for (const field of fields)
              report([field.name], field.check(values[field.name] ?? "", rules, values, known));
          }),
        ),
      ),
    [fields, rules, known],
  );
  const defaultValues: Values = Object.fromEntries(fields.map((field) => [field.name, start(known)[field.name] ?? ""]));
  const form = useForm<Values>({ resolver, mode: "onTouched", defaultValues });
  // Who has gone elsewhere meanwhile stays there.
  const goBack = (from: unknown) => window.location.pathname === from && onDone();
  const giveUp = (from: unknown) => {
    toast("error", message("general", "general"));
    goBack(from);
  };
  const save = useOnceAnywhere({
    mutationKey: ["change", name],
    mutationFn: (values: Values) => withFullLogin(() => send(values as Required<Values>, locale)),
    onMutate: () => {
      setError(undefined);
      return window.location.pathname;
    },
    onSuccess: async (answer, _values, from) => {
      for (const { field, reason } of answer.errors)
        form.setError((field === "company" ? "companyName" : field) as FieldName, { message: reason });
      if (answer.errors.length === 0 && !answer.successful && ofBusiness.includes(name)) return giveUp(from);
      if (!answer.successful) return setError(message(answer.error ?? "general", "general"));
      await refresh();
      toast("success", t(`done.${name}`));
      goBack(from);
    },
    onError: (failure, _values, from) =>
      ofBusiness.includes(name) ? giveUp(from) : setError(message(failure, "general")),
  });
  const submit = form.handleSubmit(
    (values) => save.mutate(values),
    () => setError(undefined), // what the last try was refused for is not what is wrong now
  );
  return { form, fields, submit, error, saving: save.isPending };
}
