"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchCountries, fetchRules } from "@/lib/api/checkout";
import type { CustomerData, Country, SavedAddress } from "@/lib/api/types";
import { useAddresses, useCustomer } from "@/lib/account/use-account";
import { germany, type Rules } from "@/lib/checkout/rules";
import { Link } from "@/lib/i18n/link";
import { useRouter } from "@/lib/i18n/navigation";
import { Loaded } from "@/components/ui/loaded";
import { isStudent } from "./changes";
import { CollectedFields, isCollected } from "./collected-fields";
import { PostalFields } from "./postal-fields";
import { useAddressForm } from "./use-address-form";

type Mode = { kind: "billing" } | { kind: "delivery" } | { kind: "edit"; id: number };

// What the page is called until its form is there.
const titles = { billing: "newBilling", delivery: "newDelivery", edit: "editTitle" } as const;

const list = "/kundenkonto/adressen";
const first = `${list}/neue-rechnungsadresse`;

/** Adds an address or edits one. One that is not there leads back to the list, and a delivery address before there is a bill to the bill's. */
export function AddressView({ mode }: { mode: Mode }) {
  const t = useTranslations("account.addresses");
  const title = t(titles[mode.kind]);
  const customer = useCustomer();
  const addresses = useAddresses();
  return (
    <Loaded query={customer} title={title}>
      {(known) => (
        <Loaded query={addresses} title={title}>
          {(book) => <Found mode={mode} known={known} book={book} title={title} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type FoundProps = { mode: Mode; known: CustomerData; book: SavedAddress[]; title: string };

function Found({ mode, known, book, title }: FoundProps) {
  const router = useRouter();
  const locale = useLocale();
  const saved = mode.kind === "edit" ? book.find((one) => one.id === mode.id) : undefined;
  const billing = book.find((one) => one.defaultAddress);
  const [hadBilling] = useState(billing !== undefined); // the one that is added here leads back by itself
  const lost = (mode.kind === "edit" && !saved) || (mode.kind === "billing" && hadBilling);
  const early = mode.kind === "delivery" && !hadBilling;
  const elsewhere = lost ? list : early ? first : undefined;
  useEffect(() => {
    if (elsewhere) router.replace(elsewhere);
  }, [elsewhere, router]);
  const countryList = known.businessCustomer ? "business-billing" : "private-billing";
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  const countries = useQuery({
    queryKey: ["countries", locale, countryList],
    queryFn: () => fetchCountries(countryList, locale),
    staleTime: Infinity,
  });
  if (elsewhere) return <Skeleton className="h-96" />;
  const forBilling = saved ? saved.defaultAddress : mode.kind === "billing";
  return (
    <Loaded query={rules} title={title}>
      {(table) => (
        <Loaded query={countries} title={title}>
          {(lands) => (
            <AddressForm
              saved={saved}
              known={known}
              billing={forBilling}
              billed={billing}
              rules={table}
              countries={lands}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

type FormProps = {
  saved?: SavedAddress;
  known: CustomerData;
  /** Whether the form is about the billing address. */
  billing: boolean;
  /** The billing address that there is: deliveries go to its country. */
  billed?: SavedAddress;
  rules: Rules;
  countries: Country[];
};

function AddressForm({ saved, known, billing, billed, rules, countries }: FormProps) {
  const t = useTranslations("account.addresses");
  const { form, submit, error, saving } = useAddressForm({ saved, known, billing, billed, rules, countries });
  // The shop's people change these for a business; abroad and with a VAT id the whole address. A campus member's proof
  // has the address as it is.
  const locked = saved !== undefined && billing && known.businessCustomer;
  const member = saved !== undefined && billing && isStudent(known);
  const closed = member || (locked && (saved.countryId !== germany || known.vatId !== ""));
  const kind = billing ? "Billing" : "Delivery";
  return (
    <FormProvider {...form}>
      <Form sending={saving} onSubmit={submit} className="max-w-xl">
        <h1 className="mb-6 text-2xl lg:text-3xl">{t(saved ? `edit${kind}` : `new${kind}`)}</h1>
        <div className="grid gap-5">
          {closed && <Notice tone="info">{t(member ? "campus" : "closed")}</Notice>}
          {error && (
            <Notice reveal tone="error">
              {error}
            </Notice>
          )}
          {saved && isCollected(saved) ? (
            <CollectedFields place={saved} />
          ) : (
            <fieldset disabled={closed}>
              <PostalFields
                prefix=""
                countries={countries}
                company={!billing ? "optional" : known.businessCustomer ? "required" : "none"}
                names
                locked={locked}
                countryLocked={!billing && (known.businessCustomer || !rules.deliveryAnywhere)}
              />
            </fieldset>
          )}
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" disabled={closed} aria-busy={saving}>
            {t("save")}
          </Button>
          <Link href={list} className={buttonClass("secondary")}>
            {t("cancel")}
          </Link>
        </div>
        {saving && <Loader title={t("wait")} text={t("running")} />}
      </Form>
    </FormProvider>
  );
}
