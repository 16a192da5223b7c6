"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Notice } from "@/components/ui/notice";
import type messages from "@messages/de.json";
import { useMessage } from "@/lib/i18n/use-message";

type Field = keyof (typeof messages)["express"]["fields"];
type Reason = keyof (typeof messages)["validation"];

// Their texts name a length or a word, which does not come along.
const incomplete = ["too_short", "too_long", "fullname_too_long", "keyword"];

/** Why an express checkout came back to the cart, and what there is to mend at the provider. */
export function ExpressError() {
  const t = useTranslations("express.fields");
  const validation = useTranslations("validation");
  const message = useMessage();
  const query = useSearchParams();
  const reason = query.get("express_error");
  if (!reason) return null;
  const issues = new Map<Field, string>();
  for (const issue of query.getAll("wrong")) {
    const [path = "", why = ""] = issue.split(":");
    const field = path.slice(path.indexOf(".") + 1) as Field;
    const told = validation.has(why as Reason) && !incomplete.includes(why) ? (why as Reason) : "invalid";
    if (t.has(field)) issues.set(field, validation(told, { length: 0, keyword: "" }));
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
