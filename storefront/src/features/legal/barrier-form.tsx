"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { reportBarrier } from "@/lib/api/barrier";
import { wrongIn } from "@/lib/api/error";
import { keysOf } from "@/lib/api/keys";
import { focusFirstWrong } from "@/lib/focus/first-wrong";
import { useOnce } from "@/lib/query/use-once";

const maxText = 4000;

// The form goes, and with it what had the focus.
const focus = (message: HTMLElement | null) => message?.focus();

/** Reports a barrier. Only the text is needed; sending it again after a failure is the same report, unless it was changed. */
export function BarrierForm() {
  const t = useTranslations("accessibility");
  const locale = useLocale();
  const [keyOf] = useState(keysOf);
  const [text, setText] = useState("");
  const [email, setEmail] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const send = useOnce({
    mutationFn: () => reportBarrier(keyOf([text, email]), text.trim(), email.trim(), locale),
    onError: (error) => focusFirstWrong(form.current, (name) => wrongIn(error).includes(name)),
  });
  const wrong = wrongIn(send.error).filter((name) => ["text", "email"].includes(name)); // which can say it
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
        <Form ref={form} sending={send.isPending} onSubmit={submit} className="mt-4 grid gap-4">
          {send.isError && wrong.length === 0 && (
            <Notice reveal tone="error">
              {t("failed")}
            </Notice>
          )}
          <TextArea
            name="text"
            label={t("text")}
            rows={5}
            max={maxText}
            maxLength={maxText}
            required
            value={text}
            error={wrong.includes("text") ? t("textMissing") : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <TextField
            type="email"
            name="email"
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
        </Form>
      )}
    </section>
  );
}
