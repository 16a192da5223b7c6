"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PostalLines } from "@/components/address/postal-lines";
import { buttonClass } from "@/components/ui/button";
import { expiryText, hiddenNumber } from "@/lib/account/card";
import { defaultSpan } from "@/lib/account/order";
import { useAddresses, useCards, useCustomer } from "@/lib/account/use-account";
import { brandName } from "@/lib/checkout/card-brand";
import { Link } from "@/lib/i18n/link";
import { EmailAddress } from "@/components/ui/email-address";
import { Loaded } from "@/components/ui/loaded";
import { useOrderTexts } from "@/components/order/use-order-texts";
import type { Block } from "./dashboard";
import { useOrders } from "./use-orders";

const latest = 3;

/** What the blocks of the overview show. */
export const tiles: Record<Block, () => ReactNode> = {
  orders: OrdersTile,
  customerData: DataTile,
  addressList: AddressTile,
  campus: CampusTile,
  creditCards: CardsTile,
};

function OrdersTile() {
  const t = useTranslations("account.overview");
  const one = useTranslations("account.orders");
  const text = useOrderTexts();
  const orders = useOrders(defaultSpan).query;
  return (
    <Loaded height="h-27" query={orders}>
      {({ pages }) => (
        <>
          {pages[0]?.orderOverview.length === 0 && <p className="text-ink-2">{t("noOrders")}</p>}
          <ul className="grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-1 max-xs:grid-cols-1">
            {pages[0]?.orderOverview.slice(0, latest).map((order) => (
              <li
                key={order.primaryOrderId}
                className="col-span-full flex flex-wrap justify-between gap-x-4 xs:grid xs:grid-cols-subgrid"
              >
                <Link
                  href={`/kundenkonto/bestellungen/${order.primaryOrderId}`}
                  aria-label={one("one", { number: order.primaryOrderId })}
                  className="underline underline-offset-4"
                >
                  {order.primaryOrderId}
                </Link>
                <span className="text-ink-2 xs:text-center">{text.day(order.datePurchased)}</span>
                <span className="text-right tabular-nums">{text.sum(order.total)}</span>
              </li>
            ))}
          </ul>
          <More href="/kundenkonto/bestellungen" text={t("toOrders")} />
        </>
      )}
    </Loaded>
  );
}

function DataTile() {
  const t = useTranslations("account.overview");
  return (
    <Loaded height="h-27" query={useCustomer()}>
      {(known) => (
        <>
          <p>
            {known.firstName} {known.lastName}
          </p>
          {known.companyName && <p>{known.companyName}</p>}
          <p className="text-ink-2">
            <EmailAddress address={known.email} />
          </p>
          <More href="/kundenkonto/kontaktinformationen" text={t("toData")} />
        </>
      )}
    </Loaded>
  );
}

function AddressTile() {
  const t = useTranslations("account.overview");
  return (
    <Loaded height="h-39" query={useAddresses()}>
      {(book) => (
        <>
          {book[0] ? <PostalLines address={book[0]} /> : <p className="text-ink-2">{t("noAddress")}</p>}
          <More href="/kundenkonto/adressen" text={t("toAddresses")} />
        </>
      )}
    </Loaded>
  );
}

function CampusTile() {
  const t = useTranslations("account.overview");
  return (
    <>
      <p className="text-ink-2">{t("campusText")}</p>
      <More href="/kundenkonto/studentenprogramm" text={t("toCampus")} />
    </>
  );
}

function CardsTile() {
  const t = useTranslations("account.overview");
  return (
    <Loaded height="h-20" query={useCards()}>
      {([card]) => (
        <>
          <p className="text-ink-2">
            {card ? `${brandName(card.brand)} ${hiddenNumber(card.number)}, ${expiryText(card.expiry)}` : t("noCards")}
          </p>
          <More href="/kundenkonto/kreditkarten" text={t("toCards")} />
        </>
      )}
    </Loaded>
  );
}

function More({ href, text }: { href: string; text: string }) {
  return (
    <p className="mt-auto pt-4">
      <Link href={href} className={buttonClass("secondary")}>
        {text}
      </Link>
    </p>
  );
}
