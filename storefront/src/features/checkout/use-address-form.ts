"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm, type FieldPath } from "react-hook-form";
import { useTold } from "@/components/ui/use-told";
import { registerGuest } from "@/lib/api/checkout";
import { reasonOf, type FieldError } from "@/lib/api/error";
import { isRefusal } from "@/lib/api/refusal";
import type { Address, CheckoutView, Country, SavedAddress } from "@/lib/api/types";
import type { Rules } from "@/lib/checkout/rules";
import { focusFirstWrong } from "@/lib/focus/first-wrong";
import { useMessage } from "@/lib/i18n/use-message";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { saveToBook, type Kept } from "./address-book";
import { addressSchema, initialValues, toAddress, type AddressForm } from "./address-schema";
import { isTyped, keepTypedAddress, typedAddress } from "./typed-address";

type Options = {
  view: CheckoutView;
  email: string;
  rules: Rules;
  countries: Country[];
  account?: Pick<Address, "firstName" | "lastName">;
  book?: SavedAddress[];
  onSaved: (view: CheckoutView) => void;
};

/** The form of the address step: checks as it is filled, saves, and shows at its fields what the server refused. */
export function useAddressForm({ view, email, rules, countries, account, book, onSaved }: Options) {
  const locale = useLocale();
  const message = useMessage();
  const [error, setError] = useTold();
  const { phoneRequired } = view;
  const as = view.customerId > 0 ? "private" : "guest";
  const resolver = useMemo(
    () => zodResolver(addressSchema(rules, countries, { phoneRequired, as })),
    [rules, countries, phoneRequired, as],
  );
  const form = useForm<AddressForm>({
    resolver,
    mode: "all",
    shouldFocusError: false, // in the order in which the fields came up; below, in the order of the page
    defaultValues: typedAddress(view) ?? initialValues(view, account, book),
  });
  const { subscribe } = form;
  const typed = isTyped(view);
  useEffect(() => {
    if (typed) return subscribe({ formState: { values: true }, callback: ({ values }) => keepTypedAddress(values) });
  }, [typed, subscribe]);
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const { submitCount } = form.formState;
  const { getFieldState } = form;
  useEffect(() => {
    if (submitCount + refusals === 0) return;
    focusFirstWrong(element.current, (name) => getFieldState(name as FieldPath<AddressForm>).invalid);
  }, [submitCount, refusals, getFieldState]);
  const refresh = useRefreshAccount();
  const billing = book?.find((one) => one.defaultAddress);
  const send = async (values: AddressForm): Promise<Kept> => {
    if (billing) return saveToBook(values, billing, rules, locale).finally(() => void refresh());
    const { registered, checkout, error, errors } = await registerGuest(payload(values, email, rules), locale);
    return registered ? { checkout, errors } : { error, errors };
  };
  const showFields = (fields: FieldError[]) => {
    for (const { field, reason } of fields) {
      const path = formPath(field);
      if (path) form.setError(path, { message: reason });
    }
    setRefusals((count) => count + 1);
  };
  const save = useOnceAnywhere({
    mutationKey: ["checkout-address"],
    mutationFn: (values: AddressForm) => withFullLogin(() => send(values)),
    onMutate: () => setError(undefined),
    onSuccess: (answer) => {
      if (answer.deliveryId) form.setValue("deliveryId", answer.deliveryId);
      if (answer.checkout) {
        keepTypedAddress(undefined);
        return onSaved(answer.checkout);
      }
      showFields(answer.errors);
      setError(message(answer.error ?? "address", "address"));
    },
    onError: (failure) => {
      if (reasonOf(failure) === "address_not_found") form.setValue("deliveryId", 0); // deleted meanwhile, as by another tab
      if (isRefusal(failure)) showFields(failure.fields);
      setError(message(failure, isRefusal(failure) ? "address" : "general"));
    },
  });
  const submit = form.handleSubmit(
    (values) => save.mutate(values),
    () => setError(undefined),
  );
  return { element, form, submit, error, saving: save.isPending };
}

function payload(values: AddressForm, email: string, rules: Rules) {
  return {
    email,
    invoice: toAddress(values, "invoice", rules),
    ...(values.different ? { delivery: toAddress(values, "delivery", rules) } : {}),
    telephoneNumber: values.phone,
    businessCustomer: values.business,
    vatId: values.business ? values.vatId.trim() : "",
  };
}

// The server's older names of the invoice fields, beside the ones that the form sends.
const accountFields: Record<string, FieldPath<AddressForm>> = {
  account_firstname: "invoice.firstName",
  account_lastname: "invoice.lastName",
  account_street_address: "invoice.streetName",
  account_street_address_number: "invoice.streetNumber",
  account_postcode: "invoice.zipCode",
  account_city: "invoice.cityName",
  account_telephone: "phone",
  account_ustid: "vatId",
  telephoneNumber: "phone",
  vatId: "vatId",
};

const addressField =
  /^(invoice|delivery)\.(company|firstName|lastName|streetName|streetNumber|zipCode|cityName|countryId|postNumber|pointId)$/;

function formPath(field: string): FieldPath<AddressForm> | undefined {
  return accountFields[field] ?? (addressField.test(field) ? (field as FieldPath<AddressForm>) : undefined);
}
