import { ChangeView } from "@/features/account/change-view";

export default async function ChangePage({ params }: { params: Promise<{ change: string }> }) {
  const { change } = await params;
  return <ChangeView name={change} />;
}
