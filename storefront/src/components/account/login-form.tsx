"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button, type Look } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { Unbroken } from "@/components/ui/unbroken";
import { isRefusal } from "@/lib/api/refusal";
import { emailField } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { PasswordField } from "./password-field";
import { TwoFactor } from "./two-factor";
import { useCountdown, useLogin } from "./use-login";

const schema = z.object({
  email: emailField,
  password: z.string().check(z.minLength(1, JSON.stringify({ key: "missing" }))),
});

type Props = { onDone?: (goesOn: boolean) => void; needsCode?: boolean; first?: boolean; look?: Look };

/**
 * E-mail and password, then the mailed code where one is wanted. Too many wrong passwords make it wait. first puts the focus
 * into the form as it comes: a dialog may be open before the form is loaded.
 */
export function LoginForm({ onDone, needsCode, first, look }: Props) {
  const t = useTranslations("account.login");
  const validation = useValidationText();
  const login = useLogin(onDone, needsCode);
  const form = useForm({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: { email: "", password: "" },
  });
  const left = useCountdown(login.block, login.unblock);
  const { setFocus } = form;
  useEffect(() => {
    if (first) setFocus("email");
  }, [first, setFocus]);
  if (login.needsCode) return <TwoFactor login={login} />;
  // Who has to wait types it again; one that did not arrive is not wrong, and stays.
  const submit = form.handleSubmit(
    (values) => login.password.mutate(values, { onError: (error) => isRefusal(error) && form.resetField("password") }),
    login.dismiss,
  );
  return (
    <Form sending={login.password.isPending} onSubmit={submit} className="grid gap-5">
      {left > 0 && (
        <Notice reveal tone="error">
          {/* A timer is read out once, not with every second. */}
          <span role="timer">
            {t("blocked", { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, "0") })}
          </span>
        </Notice>
      )}
      {login.error && (
        <Notice reveal tone="error">
          <Unbroken text={login.error} />{" "}
          <Link href="/kundenkonto/passwort+vergessen" className="underline underline-offset-4">
            {t("forgotten")}
          </Link>
        </Notice>
      )}
      <TextField
        {...form.register("email")}
        type="email"
        autoComplete="username"
        label={t("email")}
        required
        error={validation(form.formState.errors.email?.message)}
      />
      <PasswordField
        {...form.register("password")}
        autoComplete="current-password"
        label={t("password")}
        required
        error={validation(form.formState.errors.password?.message)}
      />
      <Link href="/kundenkonto/passwort+vergessen" className="justify-self-start text-sm underline underline-offset-4">
        {t("forgotten")}
      </Link>
      <Button type="submit" size="lg" look={look} disabled={left > 0} aria-busy={login.password.isPending}>
        {t("submit")}
      </Button>
      {login.password.isPending && <Loader title={t("wait")} text={t("running")} />}
    </Form>
  );
}
