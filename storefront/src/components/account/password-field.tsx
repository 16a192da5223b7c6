"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type ComponentProps } from "react";
import { FieldError, inputClass } from "@/components/ui/field";
import { cn } from "@/lib/cn";

type Props = ComponentProps<"input"> & { label: string; error?: string };

/** A labelled password input that can be made readable. It never trims: spaces may be part of a password. */
export function PasswordField({ label, error, className, onBlur, ...props }: Props) {
  const t = useTranslations("account.password");
  const id = useId();
  const [shown, setShown] = useState(false);
  const [left, setLeft] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={className}>
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...props}
          id={id}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(error)}
          onBlur={(event) => {
            setLeft(true);
            onBlur?.(event);
          }}
          aria-describedby={cn(error && `${id}-error`, props["aria-describedby"]) || undefined}
          className={cn(inputClass, "pr-12")}
        />
        <button
          type="button"
          aria-label={t(shown ? "hide" : "show")}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!shown)}
          className="absolute top-1 right-1 grid size-10 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
      <FieldError id={`${id}-error`} text={error} quiet={!left} />
    </div>
  );
}
