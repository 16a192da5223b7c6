import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChangeView } from "@/features/account/change-view";
import { isChange } from "@/features/account/changes";

type Props = { params: Promise<{ change: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { change }] = await Promise.all([getTranslations("account"), params]);
  return { title: t(isChange(change) ? `change.title.${change}` : "notFound.title"), robots: { index: false } };
}

export default async function ChangePage({ params }: Props) {
  const { change } = await params;
  return <ChangeView name={change} />;
}
