"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";

type Props = { open: boolean; title: string; text: string; onAnswer: (yes: boolean) => void };

/** Asks a question that is answered with no or yes; closing it is a no. */
export function Confirm({ open, title, text, onAnswer }: Props) {
  const t = useTranslations("common");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onAnswer(false)} title={title} text={text}>
      <div className="flex justify-end gap-3">
        <Button look="secondary" className="min-w-24" onClick={() => onAnswer(false)}>
          {t("no")}
        </Button>
        <Button className="min-w-24" onClick={() => onAnswer(true)}>
          {t("yes")}
        </Button>
      </div>
    </Dialog>
  );
}
