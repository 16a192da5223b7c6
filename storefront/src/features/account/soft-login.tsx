"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { Dialog } from "@/components/ui/dialog";
import { answerLogin, useLoginAsked } from "@/lib/account/soft-login";
import { useLoginExpiry } from "@/lib/account/use-account";

// The form is loaded when it is asked for: most visitors never are.
const LoginForm = dynamic(() => import("@/components/account/login-form").then((form) => form.LoginForm), {
  ssr: false,
});

/** Asks for the password when something wants a full login again (lib/account/soft-login). Mounted once per layout. */
export function SoftLogin() {
  const t = useTranslations("account.softLogin");
  const asked = useLoginAsked();
  useLoginExpiry();
  return (
    <Dialog open={asked} onOpenChange={(open) => !open && answerLogin(false)} title={t("title")}>
      <p className="mb-5 text-ink-2">{t("text")}</p>
      <LoginForm onDone={() => answerLogin(true)} />
    </Dialog>
  );
}
