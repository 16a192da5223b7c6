"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoginForm } from "@/components/account/login-form";
import { ExpressButtons } from "@/components/express/express-buttons";
import type { Look } from "@/components/ui/button";
import type { CheckoutView, Step } from "@/lib/api/types";
import { useSite } from "@/lib/site/context";
import { KnownCustomer, SwitchToCustomer } from "./customer-login";
import { GuestForm } from "./guest-form";
import { LoginWay } from "./login-way";

type Props = { view: CheckoutView; email: string; onEmail: (email: string) => void; go: (step: Step) => void };

/**
 * The first step: who orders. A guest gives an e-mail address and nothing else; a customer logs in, unless the
 * shop is a partner's.
 */
export function LoginStep({ view, ...props }: Props) {
  return view.customerId > 0 ? <KnownCustomer view={view} go={props.go} /> : <Unknown {...props} />;
}

// Both ways at once, until somebody has begun as a guest: then that one, and a hint at the other.
function Unknown({ email, onEmail, go }: Omit<Props, "view">) {
  const t = useTranslations("checkout");
  const { whiteLabel } = useSite();
  const [begun] = useState(email !== ""); // an address that is sent leads away from here
  const [customer, setCustomer] = useState(false);
  const alone = whiteLabel || begun;
  const guestForm = (look?: Look) => (
    <GuestForm
      look={look}
      heading={alone ? "h1" : "h2"}
      email={email}
      onEmail={(typed) => {
        onEmail(typed);
        go("address");
      }}
    />
  );
  if (alone) {
    return (
      <div className="max-w-xl">
        {guestForm()}
        <ExpressButtons className="mt-8" />
        {!whiteLabel && <SwitchToCustomer go={go} />}
      </div>
    );
  }
  return (
    <>
      <h1 className="sr-only">{t("steps.login")}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        <LoginWay active={!customer} onActivate={() => setCustomer(false)}>
          {guestForm}
        </LoginWay>
        <LoginWay active={customer} onActivate={() => setCustomer(true)}>
          {(look) => (
            <>
              <h2 className="mb-5 text-xl lg:text-2xl">{t("login.customer")}</h2>
              <LoginForm look={look} onDone={() => go("address")} />
            </>
          )}
        </LoginWay>
      </div>
      <ExpressButtons className="mt-8" />
    </>
  );
}
