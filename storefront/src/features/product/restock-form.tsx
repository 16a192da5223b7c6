"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useCustomer } from "@/lib/account/use-account";
import { useLoginState } from "@/lib/account/use-login-state";
import { ApiError } from "@/lib/api/error";
import { askForRestock } from "@/lib/api/restock";
import { emailSchema } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

type Props = { id: number; name: string };

/** Asks for the address to write to. Who is logged in finds the account's there, which needs no confirmation once it is proven. */
export function RestockForm(product: Props) {
  const full = useLoginState() === "full";
  const customer = useCustomer(full);
  if (full && customer.isPending) return <Skeleton className="h-60" />;
  return <Form {...product} email={(full && customer.data?.email) || ""} />;
}

function Form({ id, name, email }: Props & { email: string }) {
  const t = useTranslations("product.restock");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "onTouched", defaultValues: { email } });
  const ask = useOnce({
    mutationFn: (values: { email: string }) => askForRestock(id, values.email.trim(), locale),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const { reason } of error.fields) form.setError("email", { message: reason }, { shouldFocus: true });
    },
  });
  if (ask.data) {
    return (
      <Notice tone="success" reveal>
        {t(ask.data.confirm ? "confirm" : "taken")}
      </Notice>
    );
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(
        (values) => ask.mutate(values),
        () => ask.reset(),
      )}
      className="grid gap-5"
    >
      <p>{t("text", { name })}</p>
      <TextField
        {...form.register("email")}
        type="email"
        autoComplete="email"
        label={t("email")}
        required
        error={validation(form.formState.errors.email?.message)}
      />
      {ask.isError && (
        <Notice reveal tone="error">
          {message(ask.error, "general")}
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        aria-disabled={ask.isPending}
        aria-busy={ask.isPending}
        className="justify-self-start"
      >
        {t("submit")}
      </Button>
      <p className="text-sm text-ink-3">
        {t.rich("privacy", {
          privacy: (chunks) => (
            <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}
