"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { useForm, type FieldPath } from "react-hook-form";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { register, registerBusiness } from "@/lib/api/account";
import type { FieldError } from "@/lib/api/error";
import type { Country } from "@/lib/api/types";
import { useForgetVisitor } from "@/lib/account/use-account";
import type { Rules } from "@/lib/checkout/rules";
import { leadToWrong } from "@/lib/focus/lead-to-wrong";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { blankRegistration, registrationSchema, vatIdOf, type RegistrationValues } from "./account-schema";

type Answer = { made: boolean; error?: string; errors: FieldError[] };

async function send(values: RegistrationValues, lang: string): Promise<Answer> {
  const { email, firstName, lastName, password, address } = values;
  const person = { email: email.trim(), firstName, lastName, password };
  if (!values.business) {
    const answer = await register(person, lang);
    return { made: answer.successful, error: answer.error, errors: answer.errors };
  }
  const { company, telephoneNumber, ...postal } = address;
  const answer = await registerBusiness(
    {
      ...person,
      company,
      telephoneNumber,
      businessForm: values.businessForm,
      businessType: values.businessType,
      ownerFirstName: values.ownerFirstName,
      ownerLastName: values.ownerLastName,
      ustId: vatIdOf(values),
      address: { ...postal, firstName, lastName },
    },
    lang,
  );
  return { made: answer.registered, error: answer.error, errors: answer.errors };
}

// The server's names of fields that stand elsewhere in the form.
const elsewhere: Record<string, FieldPath<RegistrationValues>> = {
  company: "address.company",
  "address.firstName": "firstName",
  "address.lastName": "lastName",
  telephoneNumber: "address.telephoneNumber",
};

/** The form of the registration: checks as it is filled, registers, and shows at its fields what the server refused. */
export function useRegistration(rules: Rules, countries: Country[]) {
  const locale = useLocale();
  const message = useMessage();
  const forget = useForgetVisitor();
  const toast = useToast();
  const [error, setError] = useTold();
  const resolver = useMemo(() => zodResolver(registrationSchema(rules, countries)), [rules, countries]);
  const form = useForm<RegistrationValues>({
    resolver,
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: blankRegistration,
  });
  const refused = (answer: Answer) => {
    for (const { field, reason } of answer.errors)
      form.setError(elsewhere[field] ?? (field as FieldPath<RegistrationValues>), { message: reason });
    // Until the address is edited, sending it again would come to the same.
    if (answer.error === "email_in_use") form.setError("email", { type: "used", message: "email_in_use" });
    form.resetField("password");
    form.setFocus("password");
    const text = message(answer.error ?? "account_invalid", "account_invalid");
    if (form.getValues("business")) toast("error", text);
    else setError(text);
  };
  const save = useOnceAnywhere({
    mutationKey: ["registration"],
    mutationFn: (values: RegistrationValues) => send(values, locale),
    onMutate: () => setError(undefined),
    onSuccess: async (answer) => {
      if (!answer.made) return refused(answer);
      await forget();
    },
    onError: (failure) => setError(message(failure, "general")),
  });
  const submit = form.handleSubmit(
    (values) => save.mutate(values),
    (errors, event) => {
      setError(undefined); // what the last try was refused for is not what is wrong now
      leadToWrong(errors, event);
    },
  );
  return { form, submit, error, saving: save.isPending };
}
