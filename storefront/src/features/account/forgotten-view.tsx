"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Link } from "@/lib/i18n/link";
import { Entrance } from "./entrance";
import { NewPasswordForm } from "./new-password-form";
import { ResetForm } from "./reset-form";

/** Asks for a link to set a new password; opened by that link, takes the password. */
export function ForgottenView() {
  const t = useTranslations("account.forgotten");
  const token = useSearchParams().get("token");
  return (
    <Entrance title={t("title")}>
      {token ? <NewPasswordForm token={token} /> : <ResetForm />}
      <Link href="/kundenkonto/login" className="mt-6 inline-block text-sm underline underline-offset-4">
        {t("back")}
      </Link>
    </Entrance>
  );
}
