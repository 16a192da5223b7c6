"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Notice } from "@/components/ui/notice";
import type messages from "@messages/de.json";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { useMessage } from "@/lib/i18n/use-message";

type Field = keyof (typeof messages)["express"]["fields"];

/** Why an express checkout came back to the cart, and what there is to mend at the provider. */
export function ExpressError() {
  const t = useTranslations("express.fields");
  const validation = useValidationText();
  const message = useMessage();
  const query = useSearchParams();
  const reason = query.get("express_error");
  if (!reason) return null;
  const issues = new Map<Field, string | undefined>();
  for (const issue of query.getAll("wrong")) {
    const [path = "", why = ""] = issue.split(":");
    const field = path.slice(path.indexOf(".") + 1) as Field;
    if (t.has(field)) issues.set(field, validation(why || "invalid"));
  }
  return (
    <Notice tone="error" className="mt-5">
      {message(reason, reason.startsWith("express_address") ? "express_address" : "express_init")}
      {issues.size > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {[...issues].map(([field, why]) => (
            <li key={field}>
              {t(field)}: {why}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
