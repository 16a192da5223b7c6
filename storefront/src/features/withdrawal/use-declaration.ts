"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useState, type FormEvent } from "react";
import { useForm, type FieldErrors, type FieldPath, type Resolver } from "react-hook-form";
import { ApiError } from "@/lib/api/error";
import { keysOf } from "@/lib/api/keys";
import type { WithdrawalForm } from "@/lib/api/types";
import { withdraw } from "@/lib/api/withdrawal";
import { useOnce } from "@/lib/query/use-once";
import { blankItem, declarationSchema, requestOf, type Declaration } from "./declaration";

// The schema's branches differ in whether the rows count; the form holds one shape for both.
const resolver = zodResolver(declarationSchema) as unknown as Resolver<Declaration>;

/**
 * The form of a withdrawal, begun with an order's number and the token of its link; 0 and "" for none. What is known of the
 * visitor only later fills what is still empty. Sending it again after a failure is the same declaration, unless it was changed.
 */
export function useDeclaration(start: WithdrawalForm, order: number, token: string) {
  const client = useQueryClient();
  const locale = useLocale();
  const [keyOf] = useState(keysOf);
  const form = useForm<Declaration>({
    resolver,
    mode: "onTouched",
    defaultValues: {
      scope: "whole",
      name: start.name,
      orderNumber: order ? String(order) : "",
      email: start.email,
      items: [blankItem],
    },
  });
  const { getValues, setValue } = form;
  const { name, email } = start;
  useEffect(() => {
    for (const [field, known] of Object.entries({ name, email }) as ["name" | "email", string][])
      if (known && !getValues(field)) setValue(field, known, { shouldValidate: true });
  }, [name, email, getValues, setValue]);
  const send = useOnce({
    mutationFn: (values: Declaration) => {
      const request = requestOf(values, token);
      return withdraw({ ...request, key: keyOf(request) }, locale);
    },
    onSuccess: () => {
      for (const name of ["withdrawal", "order-status"]) void client.invalidateQueries({ queryKey: [name] });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      error.fields.forEach(({ field, reason }, n) =>
        form.setError(field as FieldPath<Declaration>, { message: reason }, { shouldFocus: n === 0 }),
      );
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget } = event;
    return form.handleSubmit(
      (values) => send.mutate(values),
      (errors) => {
        send.reset();
        focusLines(currentTarget, errors);
      },
    )(event);
  };
  return { form, send, submit };
}

// Moves the focus to an order's lines when none of them is chosen and nothing before them is wrong: they are no field of the form.
function focusLines(form: HTMLFormElement, errors: FieldErrors<Declaration>): void {
  const none = errors.items?.root?.message ?? errors.items?.message;
  if (none && Object.keys(errors).length === 1) form.querySelector<HTMLElement>("fieldset ul input")?.focus();
}
