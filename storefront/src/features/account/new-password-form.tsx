"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { Button, buttonClass } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { resetPassword } from "@/lib/api/account";
import { passwordReason } from "@/lib/account/password";
import { reporting } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { PasswordField } from "@/components/account/password-field";
import { PasswordRules } from "./password-rules";

const schema = z.object({ password: z.string(), again: z.string() }).check(
  reporting((values, report) => {
    report(["password"], passwordReason(values.password));
    if (values.again !== values.password) report(["again"], { key: "confirm_password" });
  }),
);

/** Sets a new password by the token of the mailed link. A link that no longer holds leads to where another one is asked for. */
export function NewPasswordForm({ token }: { token: string }) {
  const t = useTranslations("account.forgotten");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const rulesId = useId();
  const form = useForm({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: { password: "", again: "" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const save = useOnce({
    mutationFn: (values: { password: string }) => resetPassword(token, values.password, locale),
    onSuccess: (answer) => answer.errors.forEach(({ reason }) => form.setError("password", { message: reason })),
  });
  // Without a password it only says whether the link holds, before somebody makes one up.
  const opened = useQuery({
    queryKey: ["reset-link", token],
    queryFn: () => resetPassword(token, "", locale),
    staleTime: Infinity,
    retry: false,
  });
  if (save.data?.successful) {
    return (
      <div className="grid gap-5">
        <Notice reveal tone="success">
          {t("done")}
        </Notice>
        <Link href="/kundenkonto/login" className={buttonClass("primary", "lg")}>
          {t("toLogin")}
        </Link>
      </div>
    );
  }
  if ([save.data?.error, opened.data?.error].includes("wrong_link")) {
    return (
      <div className="grid gap-5">
        <Notice reveal tone="error">
          {message("wrong_link", "general")}
        </Notice>
        <Link href="/kundenkonto/passwort+vergessen" className={buttonClass("primary", "lg")}>
          {t("again")}
        </Link>
      </div>
    );
  }
  const { errors } = form.formState;
  return (
    <Form
      sending={save.isPending}
      onSubmit={form.handleSubmit(
        (values) => save.mutate(values),
        () => save.reset(),
      )}
      className="grid gap-5"
    >
      {(save.isError || save.data?.error) && (
        <Notice reveal tone="error">
          {message(save.error ?? save.data?.error, "general")}
        </Notice>
      )}
      <div>
        <PasswordField
          {...form.register("password")}
          autoComplete="new-password"
          aria-describedby={rulesId}
          label={t("newPassword")}
          required
          error={validation(errors.password?.message)}
        />
        <PasswordRules id={rulesId} password={password} />
      </div>
      <PasswordField
        {...form.register("again")}
        autoComplete="new-password"
        label={t("repeat")}
        required
        error={validation(errors.again?.message)}
      />
      <Button type="submit" size="lg" aria-busy={save.isPending}>
        {t("save")}
      </Button>
    </Form>
  );
}
