"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LegalNotice } from "@/components/market/legal-notice";
import { later } from "@/components/ui/later";

// Hardly anybody reports a review: the form is loaded for those who do.
const ReportDialog = later(() => import("./report-dialog").then((dialog) => dialog.ReportDialog));

/** Opens the form that reports the review or comment with the id as illegal; author is whose it is. */
export function ReportButton({ id, author }: { id: number; author: string }) {
  const t = useTranslations("review.notice");
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <LegalNotice of="review-notices">
      <button
        type="button"
        aria-label={t("report", { author })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
        className="min-h-6 underline underline-offset-4"
      >
        {t("button")}
      </button>
      {asked && <ReportDialog id={id} author={author} open={open} onOpenChange={setOpen} />}
    </LegalNotice>
  );
}
