"use client";

import { useTranslations } from "next-intl";
import { leave } from "@/lib/focus/leave";
import { Notice } from "./notice";

/** Says that something could not be read, in words of its own or in general, with the way to try it again. */
export function LoadFailed({ text, onRetry }: { text?: string; onRetry?: () => unknown }) {
  const t = useTranslations("errors");
  const failure = useTranslations("failure");
  return (
    <Notice tone="error">
      <p>{text ?? t("general")}</p>
      {onRetry && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            leave(currentTarget);
            onRetry();
          }}
          className="mt-1 py-1 underline underline-offset-4"
        >
          {failure("retry")}
        </button>
      )}
    </Notice>
  );
}
