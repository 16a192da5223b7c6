"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { useAddresses, useCustomer } from "@/lib/account/use-account";
import { fetchCountries, fetchRules } from "@/lib/api/checkout";
import { Link } from "@/lib/i18n/link";
import { Loaded } from "@/components/ui/loaded";
import { BusinessFields } from "./business-fields";
import { NotFoundView } from "./not-found-view";
import { useBecomeBusiness, type Known } from "./use-become-business";

/** Makes a private account a business one; for a business it is no page. Waits for all that the form needs. */
export function BecomeBusinessView() {
  const locale = useLocale();
  const title = useTranslations("account.becomeBusiness")("title");
  const customer = useCustomer();
  const addresses = useAddresses();
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  const countries = useQuery({
    queryKey: ["countries", locale, "business-billing"],
    queryFn: () => fetchCountries("business-billing", locale),
    staleTime: Infinity,
  });
  const failed = [customer, addresses, rules, countries].filter((part) => part.isError);
  const known =
    customer.data && addresses.data && rules.data && countries.data
      ? {
          customer: customer.data,
          billing: addresses.data.find((one) => one.defaultAddress),
          rules: rules.data,
          countries: countries.data,
        }
      : undefined;
  return (
    <Loaded
      title={title}
      query={{ data: known, isError: failed.length > 0, refetch: () => failed.forEach((part) => void part.refetch()) }}
    >
      {(all) => <Page known={all} />}
    </Loaded>
  );
}

// Who has become a business here is on the way to the data: until that is shown, this stays a page.
function Page({ known }: { known: Known }) {
  const [before] = useState(known.customer.businessCustomer);
  return before ? <NotFoundView /> : <BusinessForm known={known} />;
}

function BusinessForm({ known }: { known: Known }) {
  const t = useTranslations("account.becomeBusiness");
  const { form, submit, error, saving } = useBecomeBusiness(known);
  return (
    <FormProvider {...form}>
      <Form sending={saving} onSubmit={submit} className="grid max-w-xl gap-5">
        <h1 className="text-2xl lg:text-3xl">{t("title")}</h1>
        <p className="text-ink-2">{t("text")}</p>
        {error && (
          <Notice reveal tone="error">
            {error}
          </Notice>
        )}
        <BusinessFields countries={known.countries} address={known.billing ? "none" : "with-names"} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-busy={saving}>
            {t("submit")}
          </Button>
          <Link href="/kundenkonto/kontaktinformationen" className={buttonClass("secondary")}>
            {t("cancel")}
          </Link>
        </div>
        {saving && <Loader title={t("wait")} text={t("running")} />}
      </Form>
    </FormProvider>
  );
}
