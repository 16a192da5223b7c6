"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LoadFailed } from "@/components/ui/load-failed";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchCountries, fetchRules } from "@/lib/api/checkout";
import type { Country } from "@/lib/api/types";
import type { Rules } from "@/lib/checkout/rules";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { PasswordField } from "@/components/account/password-field";
import { BusinessFields } from "./business-fields";
import { Entrance } from "./entrance";
import { PasswordRules } from "./password-rules";
import { useRegistration } from "./use-registration";

/** Makes an account, for a person or a business; once made, the guard leads on. Waits for the rules and countries. */
export function RegisterView() {
  const t = useTranslations("account.register");
  const locale = useLocale();
  const rules = useQuery({ queryKey: ["rules"], queryFn: () => fetchRules(locale), staleTime: Infinity });
  const countries = useQuery({
    queryKey: ["countries", locale, "business-billing"],
    queryFn: () => fetchCountries("business-billing", locale),
    staleTime: Infinity,
  });
  const failed = [rules, countries].filter((part) => part.isError);
  return (
    <Entrance title={t("title")}>
      {failed[0] && (
        <LoadFailed error={failed[0].error} onRetry={() => failed.forEach((part) => void part.refetch())} />
      )}
      {(rules.isPending || countries.isPending) && <Skeleton className="h-96" />}
      {rules.data && countries.data && <RegisterForm rules={rules.data} countries={countries.data} />}
    </Entrance>
  );
}

function RegisterForm({ rules, countries }: { rules: Rules; countries: Country[] }) {
  const t = useTranslations("account.register");
  const validation = useValidationText();
  const rulesId = useId();
  const { form, submit, error, saving } = useRegistration(rules, countries);
  const { errors } = form.formState;
  const field = (name: "email" | "firstName" | "lastName" | "password") => ({
    ...form.register(name),
    required: true,
    error: validation(errors[name]?.message),
  });
  const business = form.watch("business");
  return (
    <FormProvider {...form}>
      <Form sending={saving} onSubmit={submit} className="grid gap-5">
        {error && (
          <Notice reveal tone="error">
            {error}
          </Notice>
        )}
        <TextField {...field("email")} type="email" autoComplete="username" label={t("email")} />
        <TextField {...field("firstName")} autoComplete="given-name" label={t("firstName")} />
        <TextField {...field("lastName")} autoComplete="family-name" label={t("lastName")} />
        <div>
          <PasswordField
            {...field("password")}
            autoComplete="new-password"
            aria-describedby={rulesId}
            label={t("password")}
          />
          <PasswordRules id={rulesId} password={form.watch("password")} />
        </div>
        <Checkbox checked={business} onChange={(next) => form.setValue("business", next)}>
          {t("business")}
        </Checkbox>
        {business && <BusinessFields countries={countries} />}
        <p className="text-sm text-ink-2">
          {t.rich("privacy", {
            link: (chunks) => (
              <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
        </p>
        <Button type="submit" size="lg" disabled={errors.email?.type === "used"} aria-busy={saving}>
          {t("submit")}
        </Button>
        {saving && <Loader title={t("wait")} text={t("running")} />}
      </Form>
    </FormProvider>
  );
}
