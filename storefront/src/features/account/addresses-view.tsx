"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { PostalLines } from "@/components/address/postal-lines";
import { useAddressSearch } from "@/components/address/use-address-search";
import { Button, buttonClass } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";
import { deleteAddress } from "@/lib/api/account";
import type { SavedAddress } from "@/lib/api/types";
import { addressesKey } from "@/lib/account/forget";
import { withFullLogin } from "@/lib/account/soft-login";
import { useAddresses, useRefreshAccount } from "@/lib/account/use-account";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { useFailure } from "@/lib/i18n/use-failure";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { useOnce } from "@/lib/query/use-once";
import { Loaded } from "@/components/ui/loaded";
import { Box } from "./box";

// On a narrow phone, where letters may be set apart.
const onTwoLines = "text-center max-xs:h-auto max-xs:min-h-11 max-xs:py-2 max-xs:whitespace-normal";

/** The address book: one billing address and those for delivery. */
export function AddressesView() {
  const t = useTranslations("account.addresses");
  const addresses = useAddresses();
  return (
    <>
      <h1 className="mb-6 text-2xl lg:text-3xl">{t("title")}</h1>
      <Loaded query={addresses}>{(book) => <Book book={book} />}</Loaded>
    </>
  );
}

function Book({ book }: { book: SavedAddress[] }) {
  const t = useTranslations("account.addresses");
  const locale = useLocale();
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefreshAccount();
  const [asked, setAsked] = useState<SavedAddress>();
  const billing = book.find((one) => one.defaultAddress);
  const delivery = book.filter((one) => !one.defaultAddress);
  const { found, field } = useAddressSearch(delivery);
  const place = useFocusKept<HTMLDivElement>(delivery.length);
  const failure = useFailure();
  const remove = useOnce({
    mutationFn: (id: number) => withFullLogin(() => deleteAddress(id, locale)),
    onSuccess: (answer, id) => {
      if (!answer.successful) return toast("error", t("deleteFailed"));
      client.setQueryData<SavedAddress[]>([...addressesKey, locale], (old) => old?.filter((one) => one.id !== id));
      toast("success", t("deleted"));
    },
    // Without an answer nobody knows whether it is deleted: the book, which is read again, tells.
    onError: (error) => toast("error", failure(error, t("deleteFailed"))),
    // Another tab may have deleted it.
    onSettled: () => void refresh(),
  });
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-8 outline-none">
      <Box title={t("billing")}>
        {billing ? (
          <Entry address={billing} />
        ) : (
          <Link href="/kundenkonto/adressen/neue-rechnungsadresse" className={buttonClass("primary", "md", onTwoLines)}>
            {t("addBilling")}
          </Link>
        )}
      </Box>
      {billing && (
        <Box title={t(delivery.length === 1 ? "delivery" : "deliveries")}>
          {field && <div className="mb-6 grid gap-1">{field}</div>}
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
            {found.map((address) => (
              <li key={address.id}>
                <Entry address={address} busy={remove.isPending} onDelete={() => setAsked(address)} />
              </li>
            ))}
          </ul>
          <Link
            href="/kundenkonto/adressen/neue-lieferadresse"
            className={buttonClass("secondary", "md", cn(onTwoLines, delivery.length > 0 && "mt-6"))}
          >
            {t("addDelivery")}
          </Link>
        </Box>
      )}
      <Confirm
        open={asked !== undefined}
        title={t("deleteTitle")}
        text={t("deleteQuestion")}
        onAnswer={(yes) => {
          if (yes && asked) remove.mutate(asked.id);
          setAsked(undefined);
        }}
      />
    </div>
  );
}

type EntryProps = { address: SavedAddress; busy?: boolean; onDelete?: () => void };

function Entry({ address, busy, onDelete }: EntryProps) {
  const t = useTranslations("account.addresses");
  // Several people may have one address.
  const who = address.company || `${address.firstName} ${address.lastName}`;
  const name = `${who}, ${address.streetName} ${address.streetNumber}, ${address.cityName}`;
  return (
    <>
      <PostalLines address={address} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Link
          href={`/kundenkonto/adressen/adresse-bearbeiten/${address.id}`}
          aria-label={address.defaultAddress ? t("editBilling") : t("editNamed", { name })}
          className={buttonClass("secondary", "sm")}
        >
          {t("edit")}
        </Link>
        {onDelete && (
          <Button look="quiet" size="sm" aria-label={t("deleteNamed", { name })} aria-busy={busy} onClick={onDelete}>
            {t("delete")}
          </Button>
        )}
      </div>
    </>
  );
}
