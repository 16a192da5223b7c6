"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { addAddress, updateAddress } from "@/lib/api/account";
import type { FieldError } from "@/lib/api/error";
import { isRefusal } from "@/lib/api/refusal";
import type { AddressInput, Country, CustomerData, SavedAddress } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import { formatPhone } from "@/lib/checkout/phone";
import { germany, type Rules } from "@/lib/checkout/rules";
import { useRouter } from "@/lib/i18n/navigation";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { addressSchema, blankAddress, type AddressValues } from "./account-schema";

type Options = {
  saved?: SavedAddress;
  known: CustomerData;
  billing: boolean;
  billed?: SavedAddress;
  rules: Rules;
  countries: Country[];
};

type Saved = { done: boolean; error?: string; errors: FieldError[] };

/** The form of an address: checks by the server's rules, saves, and goes back to the list. */
export function useAddressForm({ saved, known, billing, billed, rules, countries }: Options) {
  const t = useTranslations("account.addresses");
  const locale = useLocale();
  const message = useMessage();
  const router = useRouter();
  const toast = useToast();
  const refresh = useRefreshAccount();
  const [error, setError] = useTold();
  const type = saved?.type ?? (billing ? "invoice" : "delivery");
  const as = known.businessCustomer ? "business" : "private";
  const resolver = useMemo(() => zodResolver(addressSchema(rules, countries, type, as)), [rules, countries, type, as]);
  const start = saved ?? {
    ...blankAddress,
    firstName: known.firstName,
    lastName: known.lastName,
    company: billing ? known.companyName : "",
    countryId: billed?.countryId ?? germany,
  };
  const form = useForm<AddressValues>({ resolver, mode: "onTouched", defaultValues: valuesOf(start, countries) });
  const send = async (values: AddressValues): Promise<Saved> => {
    const address: AddressInput = { ...values, type };
    if (saved) {
      const answer = await updateAddress(saved.id, address, locale);
      return { done: answer.addressUpdated, error: answer.error, errors: answer.errors };
    }
    const answer = await addAddress(address, billing, locale);
    return { done: answer.addressAdded, error: answer.error, errors: answer.errors };
  };
  const save = useOnceAnywhere({
    mutationKey: ["address", saved?.id ?? type],
    mutationFn: (values: AddressValues) => withFullLogin(() => send(values)),
    onMutate: () => {
      setError(undefined);
      return window.location.pathname;
    },
    onSuccess: async (answer, _values, from) => {
      for (const { field, reason } of answer.errors) form.setError(field as keyof AddressValues, { message: reason });
      if (!answer.done) return setError(message(answer.error ?? "address", "address"));
      await refresh();
      toast("success", t(saved ? "changed" : "added"));
      if (window.location.pathname === from) router.push("/kundenkonto/adressen"); // and not who has gone elsewhere meanwhile
    },
    onError: (failure) => setError(message(failure, isRefusal(failure) ? "address" : "general")),
  });
  const submit = form.handleSubmit(
    (values) => save.mutate(values),
    () => setError(undefined), // what the last try was refused for is not what is wrong now
  );
  return { form, submit, error, saving: save.isPending };
}

function valuesOf(one: AddressValues, countries: Country[]): AddressValues {
  const { company, firstName, lastName, streetName, streetNumber, zipCode, cityName, countryId, postNumber } = one;
  const country = countries.find((known) => known.id === countryId)?.iso ?? "DE";
  const telephoneNumber = formatPhone(one.telephoneNumber, country);
  return {
    company,
    firstName,
    lastName,
    streetName,
    streetNumber,
    zipCode,
    cityName,
    countryId,
    telephoneNumber,
    postNumber,
  };
}
