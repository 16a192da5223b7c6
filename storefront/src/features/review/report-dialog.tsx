"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FieldError, TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import { TextArea } from "@/components/ui/text-area";
import { wrongIn } from "@/lib/api/error";
import { keysOf } from "@/lib/api/keys";
import { reportReview } from "@/lib/api/review";
import { focusFirstWrong } from "@/lib/focus/first-wrong";
import { useFailure } from "@/lib/i18n/use-failure";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";

const maxReason = 4000;
const maxName = 200; // by core/httpapi: no name is longer
// The fields that can say what is wrong with them.
const shown = ["text", "email", "goodFaith"];

type Props = { id: number; author: string; open: boolean; onOpenChange: (open: boolean) => void };

/**
 * Reports a review or comment as illegal: Regulation (EU) 2022/2065, article 16. Name and address are not asked for where
 * somebody does not want to give them; sending it again after a failure is the same notice, unless it was changed.
 */
export function ReportDialog({ id, author, open, onOpenChange }: Props) {
  const t = useTranslations("review.notice");
  const locale = useLocale();
  const failure = useFailure();
  const [keyOf] = useState(keysOf);
  const [form, setForm] = useState({ text: "", goodFaith: false, name: "", email: "" });
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const faithId = useId();
  const element = useRef<HTMLFormElement>(null);
  const send = useOnceAnywhere({
    mutationKey: ["review-notice", id],
    mutationFn: () => reportReview(keyOf(form), id, form, locale),
    onError: (error) => focusFirstWrong(element.current, (name) => wrongIn(error).includes(name)),
  });
  const wrong = wrongIn(send.error).filter((name) => shown.includes(name));
  const faithWrong = wrong.includes("goodFaith");
  return (
    <Dialog fill open={open} onOpenChange={onOpenChange} title={t("report", { author })}>
      {send.isSuccess ? (
        <Notice reveal tone="success">
          {t("sent")}
        </Notice>
      ) : (
        <Form
          ref={element}
          sending={send.isPending}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate();
          }}
        >
          {send.isError && wrong.length === 0 && (
            <Notice reveal tone="error">
              {failure(send.error, t("failed"))}
            </Notice>
          )}
          <TextArea
            name="text"
            label={t("text")}
            required
            rows={4}
            max={maxReason}
            maxLength={maxReason}
            value={form.text}
            error={wrong.includes("text") ? t("textMissing") : undefined}
            onChange={(event) => set({ text: event.target.value })}
          />
          <TextField
            label={t("name")}
            optional={t("optional")}
            autoComplete="name"
            maxLength={maxName}
            value={form.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            type="email"
            name="email"
            label={t("email")}
            optional={t("optional")}
            hint={t("emailHint")}
            autoComplete="email"
            value={form.email}
            error={wrong.includes("email") ? t("emailWrong") : undefined}
            onChange={(event) => set({ email: event.target.value })}
          />
          <div>
            <Checkbox
              name="goodFaith"
              checked={form.goodFaith}
              errorId={faithWrong ? faithId : undefined}
              onChange={(goodFaith) => set({ goodFaith })}
            >
              {t("goodFaith")}
            </Checkbox>
            <FieldError id={faithId} text={faithWrong ? t("goodFaithMissing") : undefined} />
          </div>
          <Button type="submit" aria-disabled={send.isPending} aria-busy={send.isPending}>
            {t("send")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
