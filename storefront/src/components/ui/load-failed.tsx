"use client";

import { useTranslations } from "next-intl";
import { leaves } from "@/lib/focus/leave";
import { useMessage } from "@/lib/i18n/use-message";
import { Notice } from "./notice";

type Props = {
  /** Why: it is told, a lost connection as such. */
  error?: unknown;
  /** Words of its own instead. */
  text?: string;
  onRetry?: () => unknown;
};

/** Says that something could not be read, with the way to try it again. */
export function LoadFailed({ error, text, onRetry }: Props) {
  const message = useMessage();
  const failure = useTranslations("failure");
  return (
    <Notice tone="error">
      <p>{text ?? message(error, "general")}</p>
      {onRetry && (
        <button type="button" ref={leaves} onClick={() => onRetry()} className="mt-1 py-1 underline underline-offset-4">
          {failure("retry")}
        </button>
      )}
    </Notice>
  );
}
