"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { GuaranteeNotice, NoticeImage, RightsLink } from "@/components/product/legal-guarantee";
import { Dialog } from "@/components/ui/dialog";

/** The harmonised notice beside its gist, for the last step before the order: whole but small, and large when it is pressed. */
export function GuaranteeCard() {
  const t = useTranslations("product.legalGuarantee");
  const [open, setOpen] = useState(false);
  return (
    <div className="relative mt-6 grid items-start gap-x-4 gap-y-4 rounded-card border border-line p-4 xs:grid-cols-[9rem_1fr] sm:grid-cols-[11rem_1fr] sm:gap-x-6 sm:p-5">
      <NoticeImage className="max-w-44" />
      <div>
        <h2 className="font-semibold tracking-normal">{t("title")}</h2>
        <p className="mt-1 text-sm text-ink-2">{t("text")}</p>
        <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
          {/* It takes presses on the picture too. */}
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="py-1 text-left underline underline-offset-4 after:absolute after:inset-0"
          >
            {t("notice")}
          </button>
          <RightsLink className="relative" />
        </p>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title={t("title")}>
        <GuaranteeNotice className="mx-auto" />
      </Dialog>
    </div>
  );
}
