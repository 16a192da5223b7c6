"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { LoginForm } from "@/components/account/login-form";
import { NotYou } from "@/components/account/not-you";
import { useToast } from "@/components/ui/toast";
import { useForgetVisitor } from "@/lib/account/use-account";
import { logoutAndTransfer } from "@/lib/api/account";
import type { Step } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useMessage } from "@/lib/i18n/use-message";
import { GuestForm } from "./guest-form";

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
  const leave = useMutation({
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
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <Way active={!guest} onActivate={() => setGuest(false)}>
          <h2 className="mb-5 text-xl lg:text-2xl">{t("customer")}</h2>
          <LoginForm />
        </Way>
        <Way active={guest} onActivate={() => setGuest(true)}>
          <GuestForm heading="h2" busy={leave.isPending} onEmail={(email) => !leave.isPending && leave.mutate(email)} />
        </Way>
      </div>
    </div>
  );
}

// One of the two ways on; the one that has the focus, or had it last, stands out.
function Way({ active, onActivate, children }: { active: boolean; onActivate: () => void; children: ReactNode }) {
  return (
    <section
      onFocus={onActivate}
      className={cn("rounded-card border-2 p-5 lg:p-7", active ? "border-ink" : "border-line")}
    >
      {children}
    </section>
  );
}
