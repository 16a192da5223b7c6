"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";

const RestockDialog = later(() => import("./restock-dialog").then((dialog) => dialog.RestockDialog));

type Props = { id: number; name: string; brief?: boolean; className?: string };

/** Stands in the place of the cart's button where a product is sold out: asks to be told when it is back. */
export function RestockButton({ brief, className, ...product }: Props) {
  const t = useTranslations("product.restock");
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button size="lg" look="ink" onClick={() => setOpen(true)} className={className}>
        <Bell aria-hidden className="size-5" />
        {t(brief ? "submit" : "ask")}
      </Button>
      {open !== undefined && <RestockDialog {...product} open={open} onOpenChange={setOpen} />}
    </>
  );
}
