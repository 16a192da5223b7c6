"use client";

import { useEffect, useId, useState, type ComponentProps, type ReactNode } from "react";
import { cn } from "@/lib/cn";

const errorDelayMs = 1000;

/** The error to show: it appears a second after typing stops, or at once when nobody is typing, and goes at once. */
function useDelayedError(error: string | undefined, typing = false): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setShown(error), error && typing ? errorDelayMs : 0);
    return () => clearTimeout(timer);
  }, [error, typing]);
  return error ? shown : undefined;
}

type InputProps = ComponentProps<"input"> & { label: string; error?: string; hint?: ReactNode; optional?: string };

/** A labelled text input that trims on leaving it and tells its error below. */
export function TextField({ label, error, hint, optional, className, onBlur, onChange, ...props }: InputProps) {
  const id = useId();
  const [typing, setTyping] = useState<boolean>();
  const shown = useDelayedError(error, typing);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-3"> ({optional})</span>}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={Boolean(shown)}
        aria-describedby={cn(Boolean(hint) && `${id}-hint`, shown && `${id}-error`) || undefined}
        onChange={(event) => {
          setTyping(true);
          onChange?.(event);
        }}
        onBlur={(event) => {
          const trimmed = event.target.value.trim();
          if (trimmed !== event.target.value) {
            event.target.value = trimmed;
            onChange?.(event);
          }
          setTyping(false);
          onBlur?.(event);
        }}
        className={inputClass}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={shown} quiet={typing === undefined} />
    </div>
  );
}

/** The look of an input. */
export const inputClass =
  "h-12 w-full rounded-xl border border-line-2 bg-white px-4 transition-colors placeholder:text-ink-3 max-xs:placeholder:text-sm hover:border-ink-2 focus:border-ink focus-visible:outline-offset-0 disabled:bg-paper [&[readonly]]:bg-paper aria-invalid:border-bad";

type ErrorProps = { id: string; text?: string; quiet?: boolean };

/**
 * The message below a field, which is read out as it comes. It is quiet below one that nobody has been in: sending the form leads to
 * the first that is wrong, which is read with its message, and the others would all be read before.
 */
export function FieldError({ id, text, quiet }: ErrorProps) {
  return (
    <p id={id} aria-live={quiet ? undefined : "polite"} className="text-sm font-medium text-bad not-empty:mt-1.5">
      {text}
    </p>
  );
}

type SelectProps = ComponentProps<"select"> & { label: string; error?: string; hint?: string };

/** A labelled select. */
export function SelectField({ label, error, hint, className, children, ...props }: SelectProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        {...props}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={cn(hint && `${id}-hint`, error && `${id}-error`) || undefined}
        className={cn(inputClass, "pr-10")}
      >
        {children}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
