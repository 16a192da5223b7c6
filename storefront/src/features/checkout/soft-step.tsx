"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { LoginForm } from "@/components/account/login-form";
import { NotYou } from "@/components/account/not-you";
import { useToast } from "@/components/ui/toast";
import { useForgetVisitor } from "@/lib/account/use-account";
import { logoutAndTransfer } from "@/lib/api/account";
import type { Step } from "@/lib/api/types";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { GuestForm } from "./guest-form";
import { LoginWay } from "./login-way";

type Props = { onEmail: (email: string) => void; go: (step: Step) => void };

/**
 * What who opens the checkout sees after the full log-in has ended: the password leads to where they were, and a guest orders
 * with the cart as it is.
 */
export function SoftStep({ onEmail, go }: Props) {
  const t = useTranslations("checkout.login");
  const ask = useTranslations("account.softLogin");
  const locale = useLocale();
  const toast = useToast();
  const message = useMessage();
  const forget = useForgetVisitor();
  const [guest, setGuest] = useState(false);
  const leave = useOnce({
    mutationFn: async (email: string) => {
      await logoutAndTransfer(locale);
      await forget();
      return email;
    },
    onSuccess: (email) => {
      onEmail(email);
      go("address");
    },
    onError: (error) => toast("error", message(error, "general")),
  });
  return (
    <div className="page max-w-5xl py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{ask("title")}</h1>
      <p className="mt-2 text-ink-2">{ask("text")}</p>
      <NotYou />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <LoginWay active={!guest} onActivate={() => setGuest(false)}>
          {(look) => (
            <>
              <h2 className="mb-5 text-xl lg:text-2xl">{t("customer")}</h2>
              <LoginForm look={look} />
            </>
          )}
        </LoginWay>
        <LoginWay active={guest} onActivate={() => setGuest(true)}>
          {(look) => <GuestForm heading="h2" look={look} busy={leave.isPending} onEmail={leave.mutate} />}
        </LoginWay>
      </div>
    </div>
  );
}
