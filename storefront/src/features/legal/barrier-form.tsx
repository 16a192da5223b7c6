"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { FieldError, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { reportBarrier } from "@/lib/api/barrier";
import { ApiError } from "@/lib/api/error";

// The form goes, and with it what had the focus.
const focus = (message: HTMLElement | null) => message?.focus();

/** Reports a barrier. Only the text is needed; sending it again after a failure is the same report. */
export function BarrierForm() {
  const t = useTranslations("accessibility");
  const locale = useLocale();
  const id = useId();
  const [key] = useState(() => crypto.randomUUID());
  const [text, setText] = useState("");
  const [email, setEmail] = useState("");
  const send = useMutation({ mutationFn: () => reportBarrier(key, text.trim(), email.trim(), locale) });
  const wrong = send.error instanceof ApiError ? send.error.fields.map(({ field }) => field) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <section aria-labelledby="report" className="mt-9">
      <h2 id="report" className="text-xl">
        {t("report")}
      </h2>
      {send.isSuccess && (
        <div ref={focus} tabIndex={-1} className="mt-4 outline-none">
          <Notice tone="success">{t("reported")}</Notice>
        </div>
      )}
      {!send.isSuccess && (
        <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
          {send.isError && wrong.length === 0 && <Notice tone="error">{t("failed")}</Notice>}
          <div>
            <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
              {t("text")}
            </label>
            <textarea
              id={id}
              rows={5}
              maxLength={4000}
              required
              value={text}
              aria-invalid={wrong.includes("text") || undefined}
              aria-describedby={`${id}-error`}
              onChange={(event) => setText(event.target.value)}
              className="w-full rounded-xl border border-line-2 bg-white px-4 py-3"
            />
            <FieldError id={`${id}-error`} text={wrong.includes("text") ? t("textMissing") : undefined} />
          </div>
          <TextField
            type="email"
            autoComplete="email"
            label={t("email")}
            optional={t("optional")}
            value={email}
            error={wrong.includes("email") ? t("emailWrong") : undefined}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button
            type="submit"
            aria-disabled={send.isPending}
            aria-busy={send.isPending}
            className="justify-self-start"
          >
            {t("send")}
          </Button>
        </form>
      )}
    </section>
  );
}
