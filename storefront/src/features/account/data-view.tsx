"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmailAddress } from "@/components/ui/email-address";
import type { CustomerData } from "@/lib/api/types";
import { useCustomer } from "@/lib/account/use-account";
import { formatPhone } from "@/lib/checkout/phone";
import { Link } from "@/lib/i18n/link";
import { Loaded } from "@/components/ui/loaded";
import { useLeftChange } from "./change-left";
import { changesOf, isStudent, type Change } from "./changes";
import { PrivacyBox } from "./privacy-box";
import { Box } from "./box";
import { SessionsBox } from "./sessions-box";

const masked = "••••••••";

/** The customer's data, each with a way to change it where the customer may. */
export function DataView() {
  const t = useTranslations("account.data");
  const customer = useCustomer();
  return (
    <>
      <h1 className="mb-6 text-2xl lg:text-3xl">{t("title")}</h1>
      <Loaded height="h-98" query={customer}>
        {(known) => <Facts known={known} />}
      </Loaded>
      {customer.data && !customer.data.businessCustomer && (
        <Link
          href="/kundenkonto/kontaktinformationen/b2b-aendern"
          className="mt-5 inline-block underline underline-offset-4"
        >
          {t("becomeBusiness")}
        </Link>
      )}
      <div className="mt-5 grid grid-cols-1 gap-5">
        <SessionsBox />
        <PrivacyBox />
      </div>
    </>
  );
}

function Facts({ known }: { known: CustomerData }) {
  const t = useTranslations("account.data");
  const business = useTranslations("account.business");
  const left = useLeftChange();
  const changes = changesOf(known);
  const fact = (label: string, value: ReactNode, change?: Change) => (
    <Fact
      key={label}
      label={label}
      value={value}
      change={change && changes.includes(change) ? change : undefined}
      left={change !== undefined && change === left}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Box title={t(known.businessCustomer ? "contact" : "person")}>
        <dl className="divide-y divide-line">
          {fact(t("name"), `${known.firstName} ${known.lastName}`, "namen-aendern")}
          {fact(t("email"), <EmailAddress address={known.email} />, "email-aendern")}
          {fact(t("password"), masked, "passwort-aendern")}
          {fact(t("phone"), formatPhone(known.telephoneNumber, "DE") || t("none"), "telefon-aendern")}
        </dl>
        {isStudent(known) && <p className="mt-3 text-sm text-ink-3">{t("campusHint")}</p>}
      </Box>
      {known.businessCustomer && (
        <Box title={t("company")}>
          <dl className="divide-y divide-line">
            {fact(business("form"), business(`forms.${known.businessFormId as 1 | 2 | 3 | 4}`))}
            {fact(business("type"), business(`types.${known.businessType as "consumer" | "reseller"}`))}
            {fact(t("companyName"), known.companyName, "firmen-name-aendern")}
            {known.ownerRequired &&
              fact(t("owner"), `${known.ownerFirstName} ${known.ownerLastName}`, "inhaber-name-aendern")}
            {fact(t("vatId"), known.vatId || t("none"), "ustid-aendern")}
          </dl>
        </Box>
      )}
    </div>
  );
}

const focus = (link: HTMLElement | null) => link?.focus({ preventScroll: true });

type FactProps = { label: string; value: ReactNode; change?: Change; left: boolean };

function Fact({ label, value, change, left }: FactProps) {
  const t = useTranslations("account.data");
  return (
    <div className="relative min-h-14 py-2 pr-14">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="break-words">
        {value}
        {change && (
          <Link
            ref={left ? focus : undefined}
            href={`/kundenkonto/kontaktinformationen/${change}`}
            aria-label={t("change", { name: label })}
            className="absolute top-1/2 right-0 grid size-11 -translate-y-1/2 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
          >
            <Pencil aria-hidden className="size-5" />
          </Link>
        )}
      </dd>
    </div>
  );
}
