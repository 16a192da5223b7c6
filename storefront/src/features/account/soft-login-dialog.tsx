"use client";

import { useTranslations } from "next-intl";
import { LoginForm } from "@/components/account/login-form";
import { Dialog } from "@/components/ui/dialog";
import { NotYou } from "./not-you";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onDone: (loggedIn: boolean) => void };

/** The question for the password, in whose first field the keyboard begins. */
export function SoftLoginDialog({ open, onOpenChange, onDone }: Props) {
  const t = useTranslations("account.softLogin");
  return (
    <Dialog fill open={open} onOpenChange={onOpenChange} title={t("title")}>
      <p className="mb-5 text-ink-2">{t("text")}</p>
      <LoginForm onDone={onDone} />
      <NotYou />
    </Dialog>
  );
}
