"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useForm, type FieldPath } from "react-hook-form";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import { becomeBusiness } from "@/lib/api/account";
import type { BecomeBusiness, Country, CustomerData, SavedAddress } from "@/lib/api/types";
import { germany, type Rules } from "@/lib/checkout/rules";
import { useRouter } from "@/lib/i18n/navigation";
import { leadToWrong } from "@/lib/focus/lead-to-wrong";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { becomeBusinessSchema, blankRegistration, vatIdOf, type RegistrationValues } from "./account-schema";

/** What the form builds on. */
export type Known = { customer: CustomerData; billing?: SavedAddress; rules: Rules; countries: Country[] };

/** The form of an account that becomes a business: checks by the server's rules, sends, and goes back to the data. */
export function useBecomeBusiness({ customer, billing, rules, countries }: Known) {
  const t = useTranslations("account.becomeBusiness");
  const locale = useLocale();
  const message = useMessage();
  const router = useRouter();
  const toast = useToast();
  const refresh = useRefreshAccount();
  const [error, setError] = useTold();
  const withAddress = billing === undefined;
  const resolver = useMemo(
    () => zodResolver(becomeBusinessSchema(rules, countries, withAddress)),
    [rules, countries, withAddress],
  );
  const { firstName, lastName, telephoneNumber } = customer;
  const address = {
    ...blankRegistration.address,
    firstName,
    lastName,
    telephoneNumber,
    company: billing?.company ?? "",
    countryId: billing?.countryId ?? germany,
  };
  const defaultValues = { ...blankRegistration, business: true, address };
  const form = useForm<RegistrationValues>({ resolver, mode: "onTouched", shouldFocusError: false, defaultValues });
  const save = useOnceAnywhere({
    mutationKey: ["become-business"],
    mutationFn: (values: RegistrationValues) =>
      withFullLogin(() => becomeBusiness(requestOf(values, withAddress), locale)),
    onMutate: () => {
      setError(undefined);
      return window.location.pathname;
    },
    onSuccess: async (answer, _values, from) => {
      for (const { field, reason } of answer.errors) {
        const name = field === "company" ? "address.company" : field;
        form.setError(name as FieldPath<RegistrationValues>, { message: reason });
      }
      if (!answer.successful) return setError(message(answer.error ?? "general", "general"));
      await refresh();
      toast("success", t("done"));
      if (window.location.pathname === from) router.push("/kundenkonto/kontaktinformationen"); // and not who has gone elsewhere meanwhile
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

function requestOf(values: RegistrationValues, withAddress: boolean): BecomeBusiness {
  const { businessForm, businessType, ownerFirstName, ownerLastName, address } = values;
  const ustId = vatIdOf(values);
  const business = { businessForm, businessType, ownerFirstName, ownerLastName, ustId, company: address.company };
  return withAddress ? { ...business, address } : business;
}
