"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { LoginForm } from "@/components/account/login-form";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { useToast } from "@/components/ui/toast";
import { logoutAndTransfer } from "@/lib/api/account";
import type { CheckoutView, Step } from "@/lib/api/types";
import { useForgetVisitor } from "@/lib/account/use-account";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { ContinueButton } from "./continue-button";

type Props = { go: (step: Step) => void };

/** Asks who has begun as a guest whether to log in instead. */
export function SwitchToCustomer({ go }: Props) {
  const t = useTranslations("checkout.login");
  const [open, setOpen] = useState(false);
  return (
    <section className="mt-10 border-t border-line pt-8">
      <h2 className="text-xl lg:text-2xl">{t("switchTitle")}</h2>
      {open ? (
        <div className="mt-5">
          <LoginForm first onDone={() => go("address")} />
        </div>
      ) : (
        <Button look="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {t("switch")}
        </Button>
      )}
    </section>
  );
}

/** The step for who is logged in: goes on, or becomes a guest who keeps the cart. */
export function KnownCustomer({ view, go }: Props & { view: CheckoutView }) {
  const t = useTranslations("checkout.login");
  const locale = useLocale();
  const toast = useToast();
  const message = useMessage();
  const forget = useForgetVisitor();
  const leave = useOnce({
    mutationFn: () => logoutAndTransfer(locale),
    onSuccess: async () => {
      await forget();
      // What was pressed is gone with the customer, and the step around it, too.
      if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
    },
    onError: (error) => toast("error", message(error, "general")),
  });
  return (
    <form
      className="max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        go("address");
      }}
    >
      <h1 className="text-2xl lg:text-3xl">{t("known")}</h1>
      <p className="mt-2 text-ink-2">
        {t.rich("knownText", {
          email: view.customerEmail,
          address: () => <EmailAddress address={view.customerEmail} />,
        })}
      </p>
      <Button look="secondary" className="mt-5" aria-busy={leave.isPending} onClick={() => leave.mutate()}>
        {t("asGuest")}
      </Button>
      <ContinueButton ready />
    </form>
  );
}
