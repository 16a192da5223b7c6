"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { requestUnsubscribe } from "@/lib/api/newsletter";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useMessage } from "@/lib/i18n/use-message";
import { emailSchema } from "@/lib/checkout/schema";
import { useOnce } from "@/lib/query/use-once";

/** Asks for the link to unsubscribe. What it says afterwards does not tell whether the address is subscribed. */
export function UnsubscribeForm() {
  const t = useTranslations("newsletter.leave");
  const message = useMessage();
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "onTouched", defaultValues: { email: "" } });
  const send = useOnce({ mutationFn: ({ email }: { email: string }) => requestUnsubscribe(email.trim()) });
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
      {send.data && !send.data.error && (
        <Notice reveal tone="success">
          {t("sent")}
        </Notice>
      )}
      {(send.isError || send.data?.error) && (
        <Notice reveal tone="error">
          {send.isError ? message(send.error, "general") : validation(send.data?.error)}
        </Notice>
      )}
      <TextField
        {...form.register("email")}
        type="email"
        autoComplete="email"
        label={t("email")}
        required
        error={validation(form.formState.errors.email?.message)}
      />
      <Button type="submit" size="lg" aria-busy={send.isPending} className="justify-self-start">
        {t("request")}
      </Button>
    </Form>
  );
}
