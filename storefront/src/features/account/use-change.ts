"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useToast } from "@/components/ui/toast";
import type { CustomerData } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import type { Rules } from "@/lib/checkout/rules";
import { reporter } from "@/lib/checkout/schema";
import { useMessage } from "@/lib/i18n/use-message";
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
  const [error, setError] = useState<string>();
  const { fields, start, send } = forms[name];
  const resolver = useMemo(
    () =>
      zodResolver(
        z.record(z.string(), z.string()).superRefine((values: Values, context) => {
          const report = reporter(context);
          for (const field of fields) report([field.name], field.check(values[field.name] ?? "", rules, values, known));
        }),
      ),
    [fields, rules, known],
  );
  const defaultValues: Values = Object.fromEntries(fields.map((field) => [field.name, start(known)[field.name] ?? ""]));
  const form = useForm<Values>({ resolver, mode: "onTouched", defaultValues });
  const giveUp = () => {
    toast("error", message("general", "general"));
    onDone();
  };
  const save = useMutation({
    mutationFn: (values: Values) => withFullLogin(() => send(values as Required<Values>, locale)),
    onMutate: () => setError(undefined),
    onSuccess: async (answer) => {
      for (const { field, reason } of answer.errors)
        form.setError((field === "company" ? "companyName" : field) as FieldName, { message: reason });
      if (answer.errors.length === 0 && !answer.successful && ofBusiness.includes(name)) return giveUp();
      if (!answer.successful) return setError(message(answer.error ?? "general", "general"));
      await refresh();
      toast("success", t(`done.${name}`));
      onDone();
    },
    onError: (failure) => (ofBusiness.includes(name) ? giveUp() : setError(message(failure, "general"))),
  });
  const submit = form.handleSubmit(
    (values) => save.mutate(values),
    () => setError(undefined), // what the last try was refused for is not what is wrong now
  );
  return { form, fields, submit, error, saving: save.isPending };
}
