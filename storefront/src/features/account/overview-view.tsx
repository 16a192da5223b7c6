"use client";

import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { useAddresses, useCustomer } from "@/lib/account/use-account";
import { Link } from "@/lib/i18n/navigation";
import { PostalLines } from "./postal-lines";
import { Box, Loaded } from "./section";

/** What the customer has with the shop at a glance. */
export function OverviewView() {
  const t = useTranslations("account.overview");
  const customer = useCustomer();
  const addresses = useAddresses();
  return (
    <>
      <h1 className="mb-6 text-2xl lg:text-3xl">{t("title")}</h1>
      <div className="grid gap-5 md:grid-cols-2">
        <Box title={t("data")}>
          <Loaded query={customer}>
            {(known) => (
              <>
                <p>
                  {known.firstName} {known.lastName}
                </p>
                {known.companyName && <p>{known.companyName}</p>}
                <p className="break-words text-ink-2">{known.email}</p>
                <Link href="/kundenkonto/kontaktinformationen" className={buttonClass("secondary", "md", "mt-4")}>
                  {t("toData")}
                </Link>
              </>
            )}
          </Loaded>
        </Box>
        <Box title={t("addresses")}>
          <Loaded query={addresses}>
            {(book) => (
              <>
                {book[0] ? <PostalLines address={book[0]} /> : <p className="text-ink-2">{t("noAddress")}</p>}
                <Link href="/kundenkonto/adressen" className={buttonClass("secondary", "md", "mt-4")}>
                  {t("toAddresses")}
                </Link>
              </>
            )}
          </Loaded>
        </Box>
        {customer.data?.businessCustomer === false && (
          <Box title={t("campus")}>
            <p className="text-ink-2">{t("campusText")}</p>
            <Link href="/kundenkonto/studentenprogramm" className={buttonClass("secondary", "md", "mt-4")}>
              {t("toCampus")}
            </Link>
          </Box>
        )}
      </div>
    </>
  );
}
