"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { ApiError, wrongIn } from "@/lib/api/error";
import { requestOrderLink } from "@/lib/api/order";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { linkSchema, type LinkRequest } from "./link-schema";

type Props = {
  /** Number of the order, where a link names it that opens nothing any more. */
  order?: string;
};

/** Asks for the link to an order. What it says afterwards does not tell whether there is such an order. */
export function LinkForm({ order = "" }: Props) {
  const t = useTranslations("orderStatus");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const form = useForm({
    resolver: zodResolver(linkSchema),
    mode: "onTouched",
    defaultValues: { orderNumber: order, email: "" },
  });
  const { errors } = form.formState;
  const send = useOnce({
    mutationFn: ({ orderNumber, email }: LinkRequest) => requestOrderLink(orderNumber.trim(), email.trim(), locale),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      error.fields.forEach(({ field, reason }, n) =>
        form.setError(field as keyof LinkRequest, { message: reason }, { shouldFocus: n === 0 }),
      );
    },
  });
  return (
    <Form
      sending={send.isPending}
      onSubmit={form.handleSubmit(
        (values) => send.mutate(values),
        () => send.reset(),
      )}
      className="grid gap-5"
    >
      <p className="text-ink-2">{t("ask")}</p>
      <TextField
        {...form.register("orderNumber")}
        inputMode="numeric"
        label={t("orderNumber")}
        hint={t("orderNumberHint")}
        required
        error={validation(errors.orderNumber?.message)}
      />
      <TextField
        {...form.register("email")}
        type="email"
        autoComplete="email"
        label={t("email")}
        hint={t("emailHint")}
        required
        error={validation(errors.email?.message)}
      />
      {send.data && (
        <Notice tone="success" reveal>
          {t("sent")}
        </Notice>
      )}
      {send.isError && (
        <Notice tone="error" reveal={wrongIn(send.error).length === 0}>
          {message(send.error, "general")}
        </Notice>
      )}
      <Button type="submit" size="lg" aria-busy={send.isPending} className="justify-self-start">
        {t("request")}
      </Button>
    </Form>
  );
}
