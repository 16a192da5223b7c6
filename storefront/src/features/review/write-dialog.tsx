"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { emptyReview, type ReviewKind } from "@/lib/review/rule";
import { WriteForm } from "./write-form";

type Props = { kind: ReviewKind; id: number; name: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The form for a review or a comment, over the page. What was typed is kept while it is closed. */
export function WriteDialog({ kind, id, name, open, onOpenChange }: Props) {
  const t = useTranslations("review");
  const [form, setForm] = useState(emptyReview);
  return (
    <Dialog fill open={open} onOpenChange={onOpenChange} title={t(kind === "review" ? "write" : "comment")}>
      <p className="mb-5 font-semibold">{name}</p>
      <WriteForm kind={kind} id={id} draft={{ form, setForm }} />
    </Dialog>
  );
}
