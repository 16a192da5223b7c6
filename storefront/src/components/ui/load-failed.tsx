"use client";

import { useTranslations } from "next-intl";
import { leave } from "@/lib/focus/leave";
import { Notice } from "./notice";

/** Says that something could not be read, with the way to try it again. */
export function LoadFailed({ onRetry }: { onRetry?: () => unknown }) {
  const t = useTranslations("errors");
  const failure = useTranslations("failure");
  return (
    <Notice tone="error">
      <p>{t("general")}</p>
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
