"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { RestockForm } from "./restock-form";

type Props = { id: number; name: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The form of RestockButton, over the page. */
export function RestockDialog({ id, name, open, onOpenChange }: Props) {
  const t = useTranslations("product.restock");
  return (
    <Dialog fill open={open} onOpenChange={onOpenChange} title={t("ask")}>
      <RestockForm id={id} name={name} />
    </Dialog>
  );
}
