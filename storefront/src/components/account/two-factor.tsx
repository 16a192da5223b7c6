"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { inputClass } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { Unbroken } from "@/components/ui/unbroken";
import { codeLength, spread, typed } from "@/lib/account/code";
import type { LoginResult } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import type { useLogin } from "./use-login";

const empty = Array<string>(codeLength).fill("");

/** Takes the mailed code: six boxes, one digit each; a pasted code fills them all. */
export function TwoFactor({ login }: { login: ReturnType<typeof useLogin> }) {
  const t = useTranslations("account.twoFactor");
  const [boxes, setBoxes] = useState(empty);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  useEffect(() => inputs.current[0]?.focus(), []);
  const code = boxes.join("");
  const complete = code.length === codeLength;
  const type = (at: number, text: string) => {
    const next = spread(boxes, at, text);
    setBoxes(next.boxes);
    inputs.current[next.focus]?.focus();
  };
  const again = (answer: LoginResult) => {
    if (answer.successful) return;
    setBoxes(empty);
    inputs.current[0]?.focus();
  };
  return (
    <Form
      sending={login.code.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) login.code.mutate(code, { onSuccess: again });
      }}
    >
      <h2 className="text-xl">{t("title")}</h2>
      <p className="mt-2 text-ink-2">
        <Unbroken text={t("text")} />
      </p>
      {login.error && (
        <Notice reveal tone="error" className="mt-4">
          {login.error}
        </Notice>
      )}
      {login.resend.data?.success && !login.error && (
        <Notice reveal tone="success" className="mt-4">
          {t("resent")}
        </Notice>
      )}
      <fieldset className="mt-5">
        <legend className="sr-only">{t("code")}</legend>
        <div className="grid max-w-sm grid-cols-6 gap-2">
          {boxes.map((digit, at) => (
            <input
              key={at}
              ref={(input) => {
                inputs.current[at] = input;
              }}
              value={digit}
              inputMode="numeric"
              pattern="[0-9]*"
              autoComplete={at === 0 ? "one-time-code" : "off"}
              aria-label={t("digit", { n: at + 1, count: codeLength })}
              onChange={(event) => type(at, typed(digit, event.target.value))}
              onPaste={(event) => {
                event.preventDefault();
                type(at, event.clipboardData.getData("text"));
              }}
              onKeyDown={(event) => {
                if (event.key === "Backspace" && digit === "" && at > 0) type(at - 1, "");
                if (event.key === "Backspace" && digit === "") inputs.current[at - 1]?.focus();
              }}
              onFocus={(event) => event.target.select()}
              className={cn(inputClass, "px-0! text-center text-xl font-semibold tabular-nums")}
            />
          ))}
        </div>
      </fieldset>
      <Button type="submit" size="lg" disabled={!complete} aria-busy={login.code.isPending} className="mt-6 w-full">
        {t("submit")}
      </Button>
      <Button
        look="quiet"
        className="mt-2 w-full"
        aria-busy={login.resend.isPending}
        onClick={() => login.resend.mutate()}
      >
        {t("resend")}
      </Button>
      {login.code.isPending && <Loader title={t("wait")} text={t("checking")} />}
      {login.resend.isPending && <Loader title={t("wait")} text={t("sending")} />}
    </Form>
  );
}
