"use client";

import { useSearchParams } from "next/navigation";
import { Notice } from "@/components/ui/notice";
import { useMessage } from "@/lib/i18n/use-message";

/** Why an express checkout came back to the cart. */
export function ExpressError() {
  const message = useMessage();
  const reason = useSearchParams().get("express_error");
  if (!reason) return null;
  return (
    <Notice tone="error" className="mt-5">
      {message(reason, reason.startsWith("express_address") ? "express_address" : "express_init")}
    </Notice>
  );
}
