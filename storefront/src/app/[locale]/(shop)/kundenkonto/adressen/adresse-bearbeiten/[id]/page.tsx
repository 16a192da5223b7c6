import { AddressView } from "@/features/account/address-view";

export default async function EditAddressPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <AddressView mode={{ kind: "edit", id: Number(id) }} />;
}
