"use client";

import { ExpressButtons } from "@/components/express/express-buttons";
import type { CheckoutView, Step } from "@/lib/api/types";
import { useSite } from "@/lib/site/context";
import { CustomerLogin, KnownCustomer } from "./customer-login";
import { GuestForm } from "./guest-form";

type Props = { view: CheckoutView; email: string; onEmail: (email: string) => void; go: (step: Step) => void };

/**
 * The first step: who orders. A guest gives an e-mail address and nothing else; a customer logs in, unless the
 * shop is a partner's.
 */
export function LoginStep({ view, email, onEmail, go }: Props) {
  const { whiteLabel } = useSite();
  if (view.customerId > 0) return <KnownCustomer view={view} go={go} />;
  return (
    <>
      <div className="max-w-xl">
        <GuestForm
          heading="h1"
          email={email}
          onEmail={(typed) => {
            onEmail(typed);
            go("address");
          }}
        />
        <ExpressButtons className="mt-8" />
      </div>
      {!whiteLabel && <CustomerLogin go={go} asGuest={view.customerEmail !== ""} />}
    </>
  );
}
