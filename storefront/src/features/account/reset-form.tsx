"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { requestReset } from "@/lib/api/account";
import { emailSchema } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** Asks for the link. What it says afterwards does not tell whether the address has an account. */
export function ResetForm() {
  const t = useTranslations("account.forgotten");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "onTouched", defaultValues: { email: "" } });
  const send = useOnce({ mutationFn: ({ email }: { email: string }) => requestReset(email.trim(), locale) });
  const sentTo = send.variables?.email.trim() ?? "";
  const sent = send.data?.status === "success";
  return (
    <Form
      sending={send.isPending}
      onSubmit={form.handleSubmit(
        (values) => send.mutate(values),
        () => send.reset(),
      )}
      className="grid gap-5"
    >
      <p className="text-ink-2">{t("text")}</p>
      {sent && (
        <Notice reveal tone="success">
          {t.rich("sent", { email: sentTo, address: () => <EmailAddress address={sentTo} /> })}
        </Notice>
      )}
      {(send.isError || (send.data && !sent)) && (
        <Notice reveal tone="error">
          {send.isError ? message(send.error, "general") : validation(send.data?.error)}
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
      <Button type="submit" size="lg" aria-busy={send.isPending}>
        {t("submit")}
      </Button>
    </Form>
  );
}
