"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { PasswordField } from "@/components/account/password-field";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast";
import { passwordReason } from "@/lib/account/password";
import { useForgetVisitor } from "@/lib/account/use-account";
import { convertGuest } from "@/lib/api/account";
import { isRefusal } from "@/lib/api/refusal";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { Link } from "@/lib/i18n/link";
import { useSite } from "@/lib/site/context";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** Offers a guest an account with the order in it; a password is all it takes. A partner's shop has none. */
export function AccountBox({ attempt, allowed }: { attempt: string; allowed: boolean }) {
  const t = useTranslations("success.account");
  const { whiteLabel } = useSite();
  const [made, setMade] = useState(false);
  if (whiteLabel) return null;
  if (made) {
    return (
      <Notice reveal tone="success" className="mt-10">
        {t("made")}{" "}
        <Link href="/kundenkonto/bestellungen" className="underline underline-offset-4">
          {t("toOrders")}
        </Link>
      </Notice>
    );
  }
  if (!allowed) return null;
  return <PasswordForm attempt={attempt} onMade={() => setMade(true)} />;
}

function PasswordForm({ attempt, onMade }: { attempt: string; onMade: () => void }) {
  const t = useTranslations("success.account");
  const locale = useLocale();
  const message = useMessage();
  const validation = useValidationText();
  const forget = useForgetVisitor();
  const client = useQueryClient();
  const hint = useId();
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState<string>();
  const toast = useToast();
  const refuse = (reason: unknown) => {
    const refused = typeof reason !== "object" || isRefusal(reason);
    toast("error", message(reason, refused ? "account_conversion_invalid" : "general"));
  };
  const convert = useOnce({
    mutationFn: () => convertGuest(attempt, password, locale),
    onSuccess: async (answer) => {
      if (!answer.successful) {
        const reason = answer.errors.find(({ field }) => field === "password")?.reason;
        if (reason) return setWrong(reason);
        refuse(answer.error);
        return client.invalidateQueries({ queryKey: ["success"] }); // another tab may have made it
      }
      onMade();
      await Promise.all([forget(), client.invalidateQueries({ queryKey: ["success"] })]);
    },
    onError: refuse,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = passwordReason(password);
    setWrong(reason && JSON.stringify(reason));
    if (!reason) convert.mutate();
  };
  return (
    <section aria-labelledby={`${hint}-title`} className="mt-10 rounded-card border border-line p-6 print:hidden">
      <h2 id={`${hint}-title`} className="text-2xl">
        {t("title")}
      </h2>
      <p id={hint} className="mt-2 text-ink-2">
        {t("text")}
      </p>
      <Form sending={convert.isPending} onSubmit={submit} className="mt-4 grid max-w-md gap-4">
        <PasswordField
          label={t("password")}
          required
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setWrong(undefined);
          }}
          error={validation(wrong)}
          aria-describedby={hint}
        />
        <Button type="submit" size="lg" aria-busy={convert.isPending}>
          {t("submit")}
        </Button>
      </Form>
    </section>
  );
}
