"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { useCustomer } from "@/lib/account/use-account";
import { useLoginState } from "@/lib/account/use-login-state";
import { ApiError } from "@/lib/api/error";
import { askForRestock } from "@/lib/api/restock";
import { emailSchema } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useHere } from "@/lib/hooks/use-here";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";

type Props = { id: number; name: string };

/** Asks for the address to write to. Who is logged in finds the account's there, which needs no confirmation once it is proven. */
export function RestockForm(product: Props) {
  const full = useLoginState() === "full";
  const customer = useCustomer(full);
  if (full && customer.isPending) return <Skeleton className="h-60" />;
  return <EmailForm {...product} email={(full && customer.data?.email) || ""} />;
}

function EmailForm({ id, name, email }: Props & { email: string }) {
  const t = useTranslations("product.restock");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "onTouched", defaultValues: { email } });
  const toast = useToast();
  const here = useHere();
  const [error, setError] = useTold();
  const ask = useOnceAnywhere({
    mutationKey: ["restock", id],
    onMutate: () => setError(undefined),
    mutationFn: (values: { email: string }) => askForRestock(id, values.email.trim(), locale),
    onSuccess: ({ confirm }) => {
      if (!here.current) toast("success", t(confirm ? "confirm" : "taken"));
    },
    onError: (error) => {
      setError(message(error, "general"));
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
    <Form
      sending={ask.isPending}
      onSubmit={form.handleSubmit(
        (values) => ask.mutate(values),
        () => setError(undefined),
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
      {error && (
        <Notice reveal tone="error">
          {error}
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
    </Form>
  );
}
