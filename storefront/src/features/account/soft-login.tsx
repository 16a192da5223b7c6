"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { later } from "@/components/ui/later";
import { answerLogin, useLoginAsked } from "@/lib/account/soft-login";
import { useLoginExpiry } from "@/lib/account/use-login-state";

// Both are loaded when they are asked for: most visitors never are.
const NotYou = later(() => import("@/components/account/not-you").then((link) => link.NotYou));
const LoginForm = later(() => import("@/components/account/login-form").then((form) => form.LoginForm));

/** Asks for the password when something wants a full login again (lib/account/soft-login). Mounted once per layout. */
export function SoftLogin() {
  const t = useTranslations("account.softLogin");
  const asked = useLoginAsked();
  useLoginExpiry();
  return (
    <Dialog fill open={asked} onOpenChange={(open) => !open && answerLogin(false)} title={t("title")} text={t("text")}>
      <LoginForm first onDone={answerLogin} />
      <NotYou />
    </Dialog>
  );
}
