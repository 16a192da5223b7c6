"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Skeleton } from "@/components/ui/skeleton";
import { target } from "@/lib/account/guard";
import { useCustomer } from "@/lib/account/use-account";
import { useRouter } from "@/lib/i18n/navigation";
import { Entrance } from "./entrance";
import { LoginForm } from "@/components/account/login-form";

/** The log-in page. Loaded again while a mailed code is awaited, it goes on there. */
export function LoginView() {
  const t = useTranslations("account.login");
  const router = useRouter();
  const customer = useCustomer();
  const wish = useSearchParams().get("ziel");
  return (
    <Entrance title={t("title")}>
      {customer.isPending ? (
        <Skeleton className="h-72" />
      ) : (
        <LoginForm
          needsCode={customer.data?.needs2FaAuthentication ?? false}
          onDone={() => router.replace(target(wish))}
        />
      )}
    </Entrance>
  );
}
