"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { useCustomer } from "@/lib/account/use-account";
import { LoginForm } from "@/components/account/login-form";
import { Entrance } from "./entrance";

/** The log-in page; once logged in, the guard leads on. Loaded again while a mailed code is awaited, it goes on there. */
export function LoginView() {
  const t = useTranslations("account.login");
  const customer = useCustomer();
  return (
    <Entrance title={t("title")}>
      {customer.isPending ? (
        <Skeleton className="h-72" />
      ) : (
        <LoginForm needsCode={customer.data?.needs2FaAuthentication ?? false} />
      )}
    </Entrance>
  );
}
