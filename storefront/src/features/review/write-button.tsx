"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import type { ReviewKind } from "@/lib/review/rule";

// The form is loaded when somebody wants to write: most visitors only read.
const WriteDialog = later(() => import("./write-dialog").then((dialog) => dialog.WriteDialog));

/** Opens the form for a review of the product with the id, or for a comment on the review with it. */
export function WriteButton({ kind, id, name }: { kind: ReviewKind; id: number; name: string }) {
  const t = useTranslations("review");
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const start = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      {kind === "review" ? (
        <Button look="secondary" onClick={start}>
          {t("write")}
        </Button>
      ) : (
        <button
          type="button"
          aria-label={t("commentOn", { title: name })}
          onClick={start}
          className="mt-3 min-h-11 text-sm font-semibold underline underline-offset-4"
        >
          {t("comment")}
        </button>
      )}
      {asked && <WriteDialog kind={kind} id={id} name={name} open={open} onOpenChange={setOpen} />}
    </>
  );
}
