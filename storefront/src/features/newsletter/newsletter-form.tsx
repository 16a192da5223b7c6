"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { subscribe } from "@/lib/api/newsletter";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/navigation";
import { emailSchema } from "@/lib/newsletter/email-schema";
import { block, blockedUntil } from "@/lib/remembered/block";

/** Asks for the newsletter; type names the place of the form. After a submit it rests for an hour. */
export function NewsletterForm({ type }: { type: string }) {
  const t = useTranslations("newsletter");
  const locale = useLocale();
  const validation = useValidationText();
  const [blocked, setBlocked] = useState(false);
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "onTouched", defaultValues: { email: "" } });
  const send = useMutation({
    mutationFn: ({ email }: { email: string }) => subscribe(email.trim(), type, locale),
    onSettled: (answered) => {
      block(window.sessionStorage, "newsletter", Date.now(), answered?.blockedUntil);
      setBlocked(true);
    },
  });
  useEffect(() => {
    const look = setTimeout(() =>
      setBlocked(blockedUntil(window.sessionStorage, "newsletter", Date.now()) !== undefined),
    );
    return () => clearTimeout(look);
  }, []);
  const error = send.data?.error;
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => send.mutate(values))} className="grid gap-3">
      {send.data && !error && <Notice tone="success">{t("sent")}</Notice>}
      {(send.isError || error) && (
        <Notice tone="error">{t(error === "newsletter_blocked" ? "blocked" : "failed")}</Notice>
      )}
      {blocked && !send.data && !send.isError && <Notice tone="info">{t("blocked")}</Notice>}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          {...form.register("email")}
          type="email"
          autoComplete="email"
          label={t("email")}
          required
          className="flex-1"
          error={validation(form.formState.errors.email?.message)}
        />
        <Button
          type="submit"
          look="ink"
          className="sm:mt-6.5 sm:h-12"
          disabled={blocked || send.isPending}
          aria-busy={send.isPending}
        >
          {t("submit")}
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        {t.rich("privacy", {
          privacy: (chunks) => (
            <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
          leave: (chunks) => (
            <Link href="/newsletter/abmelden" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}
