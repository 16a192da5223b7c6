"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type Dispatch, type SetStateAction } from "react";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { ApiError } from "@/lib/api/error";
import { addComment, addReview } from "@/lib/api/review";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useHere } from "@/lib/hooks/use-here";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { block, blockedUntil } from "@/lib/remembered/block";
import { inTab } from "@/lib/remembered/shelf";
import { emptyReview, wrongOf, type ReviewForm, type ReviewKind } from "@/lib/review/rule";

const order = ["stars", "title", "text", "author"] as const;

/** What was typed, which outlives the form, and how to change it. */
export type Draft = { form: ReviewForm; setForm: Dispatch<SetStateAction<ReviewForm>> };

/** The state of a form for a review or a comment. Errors show once it was submitted; a block shows at once. */
export function useWrite(kind: ReviewKind, id: number, { form, setForm }: Draft) {
  const t = useTranslations("review");
  const format = useFormatter();
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const [tried, setTried] = useState(false);
  const [until, setUntil] = useState(() => blockedUntil(inTab, kind, Date.now()));

  const toast = useToast();
  const here = useHere();
  const [error, setError] = useTold();
  const send = useOnceAnywhere({
    mutationKey: [kind, id],
    onMutate: () => setError(undefined),
    mutationFn: (entry: ReviewForm) =>
      kind === "review" ? addReview(id, entry, locale) : addComment(id, entry.author, entry.text, locale),
    onSuccess: (answer) => {
      block(inTab, kind, Date.now(), answer.blockedUntil);
      if (answer.error) return setUntil(answer.blockedUntil * 1000);
      setForm(emptyReview);
      if (!here.current) toast("success", t(kind === "review" ? "sent" : "commentSent"));
    },
    onError: (failure) => setError(message(failure, "review")),
  });
  const reasons = wrongOf(kind, form);
  const refused = send.error instanceof ApiError ? send.error.fields : [];
  const textOf = (field: keyof ReviewForm) => {
    const reason = tried ? (reasons[field] ?? refused.find((one) => one.field === field)?.reason) : undefined;
    return validation(typeof reason === "object" ? JSON.stringify(reason) : reason);
  };
  return {
    set: (change: Partial<ReviewForm>) => setForm((before) => ({ ...before, ...change })),
    wrong: { author: textOf("author"), stars: textOf("stars"), title: textOf("title"), text: textOf("text") },
    sent: send.data !== undefined && !send.data.error,
    error,
    blocked: until ? t("blocked", { time: format.dateTime(new Date(until), { timeStyle: "short" }) }) : undefined,
    sending: send.isPending,
    /** Sends the form, or gives the first field that is wrong. */
    submit: () => {
      setTried(true);
      const first = order.find((field) => reasons[field]);
      if (!first) send.mutate(form);
      return first;
    },
  };
}
