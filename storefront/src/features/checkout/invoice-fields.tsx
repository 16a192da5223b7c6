"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { PostalLines } from "@/components/address/postal-lines";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import type { CheckoutView, Country, CustomerData, SavedAddress } from "@/lib/api/types";
import { AddressFields } from "./address-fields";
import { isSame, type AddressForm } from "./address-schema";

type Props = {
  view: CheckoutView;
  countries: Country[];
  /** The customer's entry in the address book; a guest and a light account have none. */
  billing?: SavedAddress;
  account?: CustomerData;
  onBusiness: (business: boolean) => void;
};

/** Where the bill goes: a form for who is new, else the address as it is known with a way to change it. */
export function InvoiceFields({ view, countries, billing, account, onBusiness }: Props) {
  if (billing) return <Known view={view} countries={countries} billing={billing} account={account} />;
  return <New view={view} countries={countries} onBusiness={onBusiness} />;
}

function New({ view, countries, onBusiness }: Pick<Props, "view" | "countries" | "onBusiness">) {
  const t = useTranslations("checkout.address");
  const { watch, setValue } = useFormContext<AddressForm>();
  const business = watch("business");
  return (
    <>
      {view.customerId === 0 && (
        <div className="mt-3">
          <Checkbox
            checked={business}
            onChange={(next) => {
              setValue("business", next, { shouldValidate: true });
              onBusiness(next);
            }}
          >
            {t("business")}
          </Checkbox>
        </div>
      )}
      <AddressFields name="invoice" countries={countries} withCompany={business} withVatId={business} />
    </>
  );
}

// The button that opened the form is gone, and the focus with it.
const begin = (form: HTMLElement | null) => form?.querySelector<HTMLElement>("input:not([readonly])")?.focus();

const member = ["valid", "valid-near-expire", "pending"];

function Known({
  view,
  countries,
  billing,
  account,
}: Pick<Props, "view" | "countries" | "account"> & { billing: SavedAddress }) {
  const t = useTranslations("checkout.address");
  const { formState, watch } = useFormContext<AddressForm>();
  const [asked, setAsked] = useState(false);
  const open = asked || formState.errors.invoice !== undefined || !isSame(billing, watch("invoice"));
  const student = member.includes(account?.studentStatus ?? "");
  const closed = student || !view.invoiceAddressEditable;
  if (!closed && open) {
    return (
      <div ref={asked ? begin : undefined}>
        <AddressFields
          name="invoice"
          countries={countries}
          withCompany={view.businessCustomer}
          locked={view.businessCustomer}
        />
      </div>
    );
  }
  return (
    <div className="mt-5 flex items-start justify-between gap-4 rounded-card border border-line-2/60 p-5">
      <div className="min-w-0">
        <PostalLines address={billing} />
        {view.vatId && <p>{view.vatId}</p>}
        {closed && (
          <Notice tone="info" className="mt-3">
            {t(student ? "closedStudent" : "closed")}
          </Notice>
        )}
      </div>
      {!closed && (
        <Button look="secondary" size="sm" aria-label={t("editInvoice")} onClick={() => setAsked(true)}>
          {t("edit")}
        </Button>
      )}
    </div>
  );
}
