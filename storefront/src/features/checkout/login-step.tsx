"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { ExpressButtons } from "@/components/express/express-buttons";
import { TextField } from "@/components/ui/field";
import { Unbroken } from "@/components/ui/unbroken";
import type { CheckoutView, Step } from "@/lib/api/types";
import { emailSchema } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { useSite } from "@/lib/site/context";
import { ContinueButton } from "./continue-button";
import { CustomerLogin, KnownCustomer } from "./customer-login";

type Props = { view: CheckoutView; email: string; onEmail: (email: string) => void; go: (step: Step) => void };

/**
 * The first step: who orders. A guest gives an e-mail address and nothing else; a customer logs in, unless the
 * shop is a partner's.
 */
export function LoginStep(props: Props) {
  const { whiteLabel } = useSite();
  if (props.view.customerId > 0) return <KnownCustomer view={props.view} go={props.go} />;
  return (
    <>
      <GuestForm {...props} />
      {!whiteLabel && <CustomerLogin go={props.go} asGuest={props.view.customerEmail !== ""} />}
    </>
  );
}

function GuestForm({ email, onEmail, go }: Props) {
  const t = useTranslations("checkout.login");
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "all", defaultValues: { email } });
  const submit = form.handleSubmit((values) => {
    onEmail(values.email.trim());
    go("address");
  });
  return (
    <form noValidate onSubmit={submit} className="max-w-xl">
      <h1 className="text-2xl lg:text-3xl">
        {t("guest")} <span className="font-normal text-ink-3">({t("without")})</span>
      </h1>
      <p className="mt-2 text-ink-2">
        <Unbroken text={t("text")} />
      </p>
      <TextField
        {...form.register("email")}
        label={t("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={80}
        required
        error={validation(form.formState.errors.email?.message)}
        className="mt-6"
      />
      <p className="mt-4 text-sm text-ink-2">
        {t.rich("legal", {
          link: (chunks) => (
            <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      <ContinueButton ready={form.formState.isValid} />
      <ExpressButtons className="mt-8" />
    </form>
  );
}
