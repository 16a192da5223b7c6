import { AddressView } from "@/features/account/address-view";

export default function NewDeliveryPage() {
  return <AddressView mode={{ kind: "delivery" }} />;
}
