"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { Link } from "@/lib/i18n/link";
import { maxText, type ReviewKind } from "@/lib/review/rule";
import { StarChoice } from "./star-choice";
import { useWrite, type Draft } from "./use-write";

/** Stars, title and text of a review, or the text of a comment; then that it has come in. */
export function WriteForm({ kind, id, draft }: { kind: ReviewKind; id: number; draft: Draft }) {
  const t = useTranslations("review");
  const { form } = draft;
  const { set, wrong, sent, error, blocked, sending, submit } = useWrite(kind, id, draft);
  if (sent) {
    return (
      <Notice reveal tone="success">
        {t(kind === "review" ? "sent" : "commentSent")}
      </Notice>
    );
  }
  return (
    <Form
      sending={sending}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const first = submit();
        if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      }}
    >
      {error && (
        <Notice reveal tone="error">
          {error}
        </Notice>
      )}
      {blocked && (
        <Notice reveal tone="info">
          {blocked}
        </Notice>
      )}
      {kind === "review" && (
        <>
          <StarChoice value={form.stars} onChange={(stars) => set({ stars })} error={wrong.stars} />
          <TextField
            name="title"
            label={t("headline")}
            required
            value={form.title}
            error={wrong.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </>
      )}
      <TextArea
        name="text"
        label={t("text")}
        required
        rows={kind === "review" ? 6 : 3}
        value={form.text}
        max={maxText(kind)}
        error={wrong.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <TextField
        name="author"
        label={t("author")}
        hint={t("authorHint")}
        required
        autoComplete="nickname"
        value={form.author}
        error={wrong.author}
        onChange={(event) => set({ author: event.target.value })}
      />
      <p className="text-sm text-ink-3">
        {t.rich("rules", {
          privacy: (chunks) => (
            <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      <Button type="submit" disabled={blocked !== undefined} aria-disabled={sending} aria-busy={sending}>
        {t("submit")}
      </Button>
    </Form>
  );
}
