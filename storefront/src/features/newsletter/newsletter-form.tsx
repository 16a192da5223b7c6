"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { subscribe } from "@/lib/api/newsletter";
import { emailReason } from "@/lib/checkout/rules";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { useOnce } from "@/lib/query/use-once";
import { block, blockedUntil } from "@/lib/remembered/block";
import { inTab } from "@/lib/remembered/shelf";

const marginMs = 1000; // a timer may be a little early

/**
 * Asks for the newsletter; type names the place of the form. After a submit it rests for an hour. It stands in the footer
 * of every page, so that its one field is checked without the library that larger forms use.
 */
export function NewsletterForm({ type }: { type: string }) {
  const t = useTranslations("newsletter");
  const locale = useLocale();
  const validation = useValidationText();
  const [until, setUntil] = useState<number>();
  const blocked = until !== undefined;
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [touched, setTouched] = useState(false);
  const wrong = emailReason(email);
  const look = useCallback(() => setUntil(blockedUntil(inTab, "newsletter", Date.now())), []);
  const send = useOnce({
    mutationFn: () => subscribe(email.trim(), type, locale),
    onSettled: (answered) => {
      block(inTab, "newsletter", Date.now(), answered?.blockedUntil);
      look();
    },
  });
  useEffect(() => {
    const timer = setTimeout(look, until === undefined ? 0 : until - Date.now() + marginMs);
    return () => clearTimeout(timer);
  }, [until, look]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked) return;
    setTouched(true);
    if (wrong) field.current?.focus();
    else send.mutate();
  };
  const error = send.data?.error;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {send.data && !error && <Notice tone="success">{t("sent")}</Notice>}
      {(send.isError || error) && (
        <Notice tone="error">{t(error === "newsletter_blocked" ? "blocked" : "failed")}</Notice>
      )}
      {blocked && send.data?.error !== "" && error !== "newsletter_blocked" && (
        <Notice tone="info">{t("blocked")}</Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <TextField
          ref={field}
          name="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          onBlur={() => setTouched(email !== "")}
          type="email"
          autoComplete="email"
          label={t("email")}
          required
          className="flex-1"
          error={touched && wrong ? validation(JSON.stringify(wrong)) : undefined}
        />
        <Button
          type="submit"
          look="ink"
          className="sm:mt-6.5 sm:h-12"
          aria-disabled={blocked || send.isPending}
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
