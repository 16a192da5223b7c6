"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Radio } from "@/components/ui/radio";
import { RetryButton } from "@/components/ui/retry-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAddresses, useCustomer } from "@/lib/account/use-account";
import { fetchCountries, fetchRules } from "@/lib/api/checkout";
import type { Country, CustomerData, SavedAddress } from "@/lib/api/types";
import type { Rules } from "@/lib/checkout/rules";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ContactFields } from "./contact-fields";
import { isDeliverable, isRemoved } from "./address-book";
import { firstCountry } from "./address-schema";
import { ContinueButton } from "./continue-button";
import { InvoiceFields } from "./invoice-fields";
import { RestrictionNotices } from "./restriction-notices";
import { SavedDeliveries } from "./saved-deliveries";
import { typedAddress } from "./typed-address";
import { useAddressForm } from "./use-address-form";

type Props = StepProps & { email: string; onSaved: () => void };

/** The second step: where the bill goes, and the parcel if it goes elsewhere. Waits for the rules and countries. */
export function AddressStep(props: Props) {
  const locale = useLocale();
  const t = useTranslations("checkout");
  const message = useMessage();
  const [business, setBusiness] = useState(typedAddress(props.view)?.business ?? props.view.businessCustomer);
  const list = business ? "business-billing" : "private-billing";
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  const countries = useQuery({
    queryKey: ["countries", locale, list],
    queryFn: () => fetchCountries(list, locale),
    staleTime: Infinity,
  });
  const known = props.view.customerId > 0;
  const account = useCustomer(known);
  const book = useAddresses(known);
  // What cannot be read again, or not as another list, takes away nothing: the form stays, with what was typed into it.
  const [listed, setListed] = useState<Country[]>();
  if (countries.data && countries.data !== listed) setListed(countries.data);
  const failed = [rules, countries, book].filter((query) => query.isError && !query.data);
  const failure = failed.length > 0 && (
    <div className="mb-6">
      <Notice reveal tone="error">
        {message(failed[0]?.error, "general")}
      </Notice>
      <RetryButton className="mt-5" onRetry={() => failed.forEach((query) => void query.refetch())}>
        {t("retry")}
      </RetryButton>
    </div>
  );
  if (!rules.data || !listed || account.isLoading || (known && !book.data)) {
    return (
      <>
        <h1 className="mb-5 text-2xl lg:text-3xl">{t("address.invoice")}</h1>
        {failure || <Skeleton className="h-96" />}
      </>
    );
  }
  return (
    <>
      {failure}
      <AddressEditor
        {...props}
        rules={rules.data}
        countries={listed}
        account={account.data}
        book={book.data}
        bookRead={!book.isFetching}
        onBusiness={setBusiness}
      />
    </>
  );
}

type EditorProps = Props & {
  rules: Rules;
  countries: Country[];
  account?: CustomerData;
  book?: SavedAddress[];
  bookRead: boolean; // it is not just being read again
  onBusiness: (business: boolean) => void;
};

function AddressEditor({ view, onView, go, email, onSaved, onBusiness, bookRead, ...known }: EditorProps) {
  const t = useTranslations("checkout.address");
  const { rules, countries, account, book } = known;
  const { element, form, submit, error, saving } = useAddressForm({
    ...known,
    view,
    email,
    onSaved: (next) => {
      onView(next);
      onSaved();
      if (next.billingRestrictedProductIds.length === 0) go("payment");
    },
  });
  const { setValue, trigger } = form;
  useEffect(() => {
    if (view.phoneRequired) void trigger("phone");
  }, [trigger, view.phoneRequired]);
  // Saving may find that the goods do not go to the invoice address: the form for another opens then.
  const { mandatoryDeliveryAddress: forced } = view;
  const start = firstCountry(view);
  useEffect(() => {
    if (!forced) return;
    setValue("delivery.countryId", start);
    setValue("different", true, { shouldValidate: true });
  }, [setValue, forced, start]);
  const billing = book?.find((one) => one.defaultAddress);
  const different = form.watch("different");
  // Another device may have taken the chosen address out of the book, before or while it is on the screen.
  const chosen = form.watch("deliveryId");
  const vanished = bookRead && isRemoved(chosen, book);
  const [lost, setLost] = useState(0);
  if (vanished && lost !== chosen) setLost(chosen);
  useEffect(() => {
    if (vanished) setValue("deliveryId", 0, { shouldValidate: true });
  }, [setValue, vanished]);
  const setDifferent = (next: boolean) => {
    if (next && !view.delivery) {
      form.setValue("delivery.countryId", form.getValues("invoice.countryId"));
      const saved = book?.find((one) => !one.defaultAddress && isDeliverable(one, view, rules));
      if (saved) form.setValue("deliveryId", saved.id);
    }
    form.setValue("different", next, { shouldValidate: true });
  };
  return (
    <FormProvider {...form}>
      <Form ref={element} sending={saving} onSubmit={submit}>
        <h1 className="text-2xl lg:text-3xl">{t("invoice")}</h1>
        {error && (
          <Notice reveal tone="error" className="mt-5">
            {error}
          </Notice>
        )}
        {view.checkoutType === "expressPayPalCheckout" && !view.invoiceData && (
          <Notice tone="info" className="mt-5">
            {t("toBill")}
          </Notice>
        )}
        <RestrictionNotices view={view} />
        <InvoiceFields view={view} countries={countries} billing={billing} account={account} onBusiness={onBusiness} />
        {view.phoneRequired && (
          <Notice tone="info" className="mt-5">
            {t("phoneRequired")}
          </Notice>
        )}
        <ContactFields countries={countries} required={view.phoneRequired} />
        <fieldset className="mt-6 border-t border-line pt-4">
          <legend className="sr-only">{t("delivery")}</legend>
          {view.mandatoryDeliveryAddress ? (
            <Notice tone="info">{t("mandatory")}</Notice>
          ) : (
            <>
              <Radio name="different" checked={!different} onChange={() => setDifferent(false)}>
                {t("same")}
              </Radio>
              <Radio name="different" checked={different} onChange={() => setDifferent(true)}>
                {t("different")}
              </Radio>
            </>
          )}
        </fieldset>
        {different && (
          <div className="mt-4 animate-rise">
            <h2 className="text-xl">{t("delivery")}</h2>
            {(lost > 0 || (bookRead && isRemoved(view.delivery?.id, book))) && (
              <Notice tone="warning" className="mt-3">
                {t("removed")}
              </Notice>
            )}
            <SavedDeliveries
              view={view}
              rules={rules}
              keeps={billing !== undefined}
              saved={book?.filter((one) => !one.defaultAddress) ?? []}
              countries={countries}
            />
          </div>
        )}
        <ContinueButton total={view.totals.total} ready={form.formState.isValid} busy={saving} />
      </Form>
    </FormProvider>
  );
}
