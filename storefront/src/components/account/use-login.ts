"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useTold } from "@/components/ui/use-told";
import { fetchCustomer, resendCode } from "@/lib/api/account";
import { blockedFor, login, submitCode } from "@/lib/api/login";
import type { LoginResult } from "@/lib/api/types";
import { useForgetVisitor } from "@/lib/account/use-account";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";

/** When a block was told of and when it ends, in seconds by the visitor's clock. */
type Block = { told: number; until: number };

/**
 * The two steps of the log-in. What onDone is told is false for another customer than the one before. needsCode may start
 * true where the password was given before the page was loaded.
 */
export function useLogin(onDone: ((goesOn: boolean) => void) | undefined, needsCodeAlready = false) {
  const locale = useLocale();
  const t = useTranslations("account.twoFactor");
  const format = useFormatter();
  const message = useMessage();
  const forget = useForgetVisitor();
  const [needsCode, setNeedsCode] = useState(needsCodeAlready);
  const [error, setError] = useTold();
  const [block, setBlock] = useState<Block>();
  const onSuccess = async (answer: LoginResult) => {
    if (!answer.successful) return setError(message(answer.error ?? "general", "general"));
    if (answer.needs2FaAuthentication) return setNeedsCode(true);
    const goesOn = await forget(answer.userId);
    onDone?.(goesOn);
  };
  const onError = (failure: unknown) => {
    const left = blockedFor(failure);
    if (left <= 0) return setError(message(failure, "general"));
    const told = Date.now() / 1000;
    setBlock({ told, until: told + left });
  };
  const options = { onMutate: () => setError(undefined), onSuccess, onError };
  const password = useOnceAnywhere({
    mutationKey: ["login"],
    mutationFn: (values: { email: string; password: string }) => login(values.email, values.password, locale),
    ...options,
  });
  const code = useOnceAnywhere({
    mutationKey: ["login-code"],
    mutationFn: (typed: string) => submitCode(typed, locale),
    ...options,
  });
  const resend = useOnce({
    mutationFn: () => resendCode(locale),
    onMutate: () => setError(undefined),
    onSuccess: async (answer) => {
      if (answer.success) return;
      if (answer.sentUntil) {
        const minute = new Date(Math.ceil(answer.sentUntil / 60) * 60_000);
        return setError(t("sentOut", { time: format.dateTime(minute, { timeStyle: "short" }) }));
      }
      setError(message(answer.error ?? "two_factor_resend_failed", "general"));
      // Where no code can be right any more, the way on is the password's.
      setNeedsCode((await fetchCustomer(locale)).needs2FaAuthentication);
    },
    onError: () => setError(message("two_factor_resend_failed", "general")),
  });
  return {
    needsCode,
    error,
    dismiss: () => setError(undefined),
    block,
    unblock: () => setBlock(undefined),
    password,
    code,
    resend,
  };
}

/** The seconds until a block ends; calls onEnd then. */
export function useCountdown(block: Block | undefined, onEnd: () => void): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  // Until the first tick the time is that of the page's beginning.
  const left = block ? Math.max(0, Math.ceil(block.until - Math.max(now, block.told))) : 0;
  useEffect(() => {
    if (!block) return;
    const timer = setInterval(() => {
      setNow(Date.now() / 1000);
      if (Date.now() / 1000 >= block.until) onEnd();
    }, 1000);
    return () => clearInterval(timer);
  });
  return left;
}
