import { OrderView } from "@/features/account/order-view";

export default async function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <OrderView id={Number(id)} />;
}
