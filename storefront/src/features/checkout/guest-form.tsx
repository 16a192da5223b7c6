"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import type { Look } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Unbroken } from "@/components/ui/unbroken";
import { emailSchema } from "@/lib/checkout/schema";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { ContinueButton } from "./continue-button";

type Props = { heading: "h1" | "h2"; email?: string; busy?: boolean; look?: Look; onEmail: (email: string) => void };

/** A guest tells an e-mail address and nothing else. Its button has a look beside another way. */
export function GuestForm({ heading: Heading, email = "", busy = false, look, onEmail }: Props) {
  const t = useTranslations("checkout.login");
  const validation = useValidationText();
  const form = useForm({ resolver: zodResolver(emailSchema), mode: "all", defaultValues: { email } });
  return (
    <Form sending={busy} onSubmit={form.handleSubmit((values) => onEmail(values.email.trim()))}>
      <Heading className={Heading === "h1" ? "text-2xl lg:text-3xl" : "text-xl lg:text-2xl"}>
        {t("guest")} <span className="font-normal text-ink-3">({t("without")})</span>
      </Heading>
      <p className="mt-2 text-ink-2">
        <Unbroken text={t("text")} />
      </p>
      <TextField
        {...form.register("email")}
        label={t("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={validation(form.formState.errors.email?.message)}
        className="mt-6"
      />
      <p className="mt-4 text-sm text-ink-2">
        {t.rich("legal", {
          link: (chunks) => (
            <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      <ContinueButton look={look} ready={form.formState.isValid} busy={busy} />
    </Form>
  );
}
