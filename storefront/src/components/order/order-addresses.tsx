import { useTranslations } from "next-intl";
import { PostalLines } from "@/components/address/postal-lines";
import type { OrderAddress, OrderGroup } from "@/lib/api/types";

type Props = { order: Pick<OrderGroup, "billingAddress" | "deliveryAddress"> };

/** Where an order was billed and went to. Of one that is older than the shop has to keep it, the addresses are forgotten. */
export function OrderAddresses({ order }: Props) {
  const t = useTranslations("account.orders");
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2">
      <Postal title={t("billing")} address={order.billingAddress} />
      <Postal title={t("deliveryAddress")} address={order.deliveryAddress} />
    </div>
  );
}

function Postal({ title, address }: { title: string; address: OrderAddress }) {
  if (!address.zipCode && !address.cityName) return null;
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold tracking-normal">{title}</h3>
      <PostalLines address={address} />
    </div>
  );
}
