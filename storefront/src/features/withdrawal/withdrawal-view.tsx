"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useLoginState } from "@/lib/account/use-login-state";
import { fetchWithdrawalForm } from "@/lib/api/withdrawal";
import { Link } from "@/lib/i18n/link";
import { DeclarationForm } from "./declaration-form";

const blank = { offered: true, days: 14, name: "", email: "", orders: [] };

/**
 * The page to withdraw from a contract, opened for an order where its address names one. It works without a login, and also
 * when what is known cannot be read.
 */
export function WithdrawalView() {
  const t = useTranslations("withdrawal");
  const locale = useLocale();
  const login = useLoginState();
  const params = useSearchParams();
  const order = Number(params.get("order"));
  const named = Number.isSafeInteger(order) && order > 0 ? order : 0;
  const token = params.get("token") ?? "";
  const known = useQuery({
    queryKey: ["withdrawal", locale, login, named, token],
    queryFn: () => fetchWithdrawalForm(locale, named, token),
    retry: 1,
    // What was read before it was known who that is, is the same visitor's: the form stays, with what was typed into it.
    placeholderData: (before, query) => (query?.queryKey[2] === undefined ? before : undefined),
  });
  // What is read after all, once the form was begun without it, is the same visitor's, too; another's begins it anew.
  const [form, setForm] = useState<{ visitor?: string; key: number }>({ key: 0 });
  const [begun, setBegun] = useState(false);
  const unread = known.isError || (begun && form.visitor === undefined);
  if (unread && !begun) setBegun(true);
  const start = known.data ?? (unread ? blank : undefined);
  const visitor = known.data?.email;
  if (visitor !== undefined && visitor !== form.visitor)
    setForm({ visitor, key: form.key + (form.visitor === undefined ? 0 : 1) });
  return (
    <div className="page keeps-room">
      <div className="max-w-2xl py-8 lg:py-12">
        <h1 className="text-3xl lg:text-5xl">{t("title")}</h1>
        <p className="mt-4 leading-7 text-ink-2">
          {t.rich("intro", {
            days: start?.days ?? blank.days,
            more: (chunks) => (
              <Link href="/infocenter/section/revocation" className="underline underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
        </p>
        <div className="mt-8">
          {!start && <Skeleton className="h-96" />}
          {start && !start.offered && <Notice tone="info">{t("off")}</Notice>}
          {start?.offered && <DeclarationForm key={form.key} start={start} order={named} token={token} />}
        </div>
      </div>
    </div>
  );
}
