import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgottenView } from "@/features/account/forgotten-view";
import { NotFoundView } from "@/features/account/not-found-view";

type Props = { params: Promise<{ rest: string[] }> };

// The "+" in the address of a mailed link, as mail programs may write it.
const forgotten = /^passwort(?:%2B|%20| |\+)vergessen$/i;

const isForgotten = async ({ params }: Props) => forgotten.test((await params).rest.join("/"));

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations((await isForgotten(props)) ? "account.forgotten" : "account.notFound");
  return { title: t("title"), robots: { index: false } };
}

export default async function UnknownAccountPage(props: Props) {
  return (await isForgotten(props)) ? <ForgottenView /> : <NotFoundView />;
}
