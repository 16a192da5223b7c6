import { AddressView } from "@/features/account/address-view";

export default function NewBillingPage() {
  return <AddressView mode={{ kind: "billing" }} />;
}
