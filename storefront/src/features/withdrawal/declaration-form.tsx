"use client";

import { useTranslations } from "next-intl";
import { FormProvider } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { wrongIn } from "@/lib/api/error";
import type { WithdrawalForm } from "@/lib/api/types";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useMessage } from "@/lib/i18n/use-message";
import { OrderChoice } from "./order-choice";
import { Received } from "./received";
import { ScopeChoice } from "./scope-choice";
import { useDeclaration } from "./use-declaration";

/** The statement of the withdrawal with its second button, and what follows once it has arrived. */
export function DeclarationForm({ start, order, token }: { start: WithdrawalForm; order: number; token: string }) {
  const t = useTranslations("withdrawal");
  const message = useMessage();
  const validation = useValidationText();
  const { form, send, submit } = useDeclaration(start, order, token);
  const { errors } = form.formState;
  if (send.data) return <Received receipt={send.data} declared={send.variables} />;
  return (
    <FormProvider {...form}>
      <Form sending={send.isPending} onSubmit={submit} className="grid gap-5">
        {start.orders.length > 0 && <OrderChoice orders={start.orders} />}
        <TextField
          {...form.register("name")}
          autoComplete="name"
          label={t("name")}
          required
          error={validation(errors.name?.message)}
        />
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
        <ScopeChoice orders={start.orders} />
        <p className="text-sm leading-6 text-ink-2">{t("limits")}</p>
        {send.isError && (
          <Notice tone="error" reveal={wrongIn(send.error).length === 0}>
            {message(send.error, "general")}
          </Notice>
        )}
        <Button
          type="submit"
          size="lg"
          aria-disabled={send.isPending}
          aria-busy={send.isPending}
          className="sm:justify-self-start"
        >
          {t("confirm")}
        </Button>
      </Form>
    </FormProvider>
  );
}
