"use client";

import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { inputClass } from "@/components/ui/field";
import { addVoucher, removeVoucher } from "@/lib/api/checkout";
import { isRefusal } from "@/lib/api/refusal";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { cn } from "@/lib/cn";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

const longest = 64; // by core/voucher: no code is longer

type Props = { view: CheckoutView; onView: (view: CheckoutView) => void; className?: string };

/** Redeems vouchers up to the number that the order allows, says why one does not apply any more, and takes them off again. */
export function Voucher({ view, onView, className }: Props) {
  const t = useTranslations("checkout.voucher");
  const locale = useLocale();
  const message = useMessage();
  const [code, setCode] = useState("");
  const [done, setDone] = useState("");
  const [tooLong, setTooLong] = useState(false);
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const change = useOnce({
    mutationFn: ({ voucher, add }: { voucher: string; add: boolean }) =>
      withFullLogin(() => (add ? addVoucher(voucher, locale) : removeVoucher(voucher, locale))),
    onSuccess: (next, { voucher, add }) => {
      onView(next);
      if (add) setCode((typed) => (typed.trim() === voucher ? "" : typed));
      setDone(t(add ? "added" : "removed", { code: voucher }));
    },
    // The field is read with why. Who has gone elsewhere meanwhile stays there, and hears of it.
    onError: (error, { add }) => {
      const here = document.activeElement;
      if (add && isRefusal(error) && (here === document.body || section.current?.contains(here)))
        field.current?.focus();
    },
  });
  const refused = tooLong || (change.isError && change.variables.add && isRefusal(change.error));
  // On a phone the bar at the foot would lie on why.
  useEffect(() => {
    if (refused && section.current?.contains(document.activeElement)) why.current?.scrollIntoView({ block: "nearest" });
  }, [refused]);
  // What was pressed may be gone with the change, and the focus with it; the view may come after what was done, or before.
  const length = view.coupons.length + view.lapsedCoupons.length;
  useEffect(() => {
    if (done && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>("button, input")?.focus();
  }, [done, length]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const long = [...code.trim()].length > longest;
    setTooLong(long);
    if (long) field.current?.focus();
    if (code.trim() !== "" && !long) change.mutate({ voucher: code.trim(), add: true });
  };
  return (
    <section ref={section} aria-label={t("title")} className={className}>
      <ul className="flex flex-wrap gap-2">
        {view.coupons.map(({ code }) => (
          <li key={code} className={chip}>
            <span className="wrap-anywhere">{code}</span>
            <Remove code={code} onRemove={() => change.mutate({ voucher: code, add: false })} />
          </li>
        ))}
        {view.lapsedCoupons.map(({ code, reason }) => (
          <li key={code} className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
            <span className={chip}>
              <s className="wrap-anywhere text-ink-2">{code}</s>
              <Remove code={code} onRemove={() => change.mutate({ voucher: code, add: false })} />
            </span>
            <span className="min-w-48 flex-1 text-sm text-ink-2">{message(reason, "voucher")}</span>
          </li>
        ))}
      </ul>
      {view.coupons.length < view.maxRedeemableCoupons && (
        <form noValidate onSubmit={submit} className={cn("print:hidden", view.lapsedCoupons.length > 0 && "mt-3")}>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            {t("label")}
          </label>
          <div className="flex gap-2">
            <input
              ref={field}
              id={id}
              name="voucher"
              autoComplete="off"
              value={code}
              aria-invalid={refused}
              aria-describedby={refused ? `${id}-error` : undefined}
              onChange={(event) => {
                setCode(event.target.value);
                setTooLong(false);
                change.reset();
              }}
              className={cn(inputClass, "min-w-0 flex-1")}
            />
            <Button
              type="submit"
              look="ink"
              disabled={code.trim() === ""}
              aria-busy={change.isPending}
              className="h-12"
            >
              {t("add")}
            </Button>
          </div>
        </form>
      )}
      <p role="status" className="sr-only">
        {done}
      </p>
      <p ref={why} id={`${id}-error`} role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
        {tooLong && message("voucher_too_long", "voucher")}
        {/* A failure of the shop is not the voucher's. */}
        {!tooLong && change.isError && message(change.error, isRefusal(change.error) ? "voucher" : "general")}
      </p>
    </section>
  );
}

const chip = "flex max-w-full items-center gap-1 rounded-full bg-white pl-3.5 text-sm font-semibold";

function Remove({ code, onRemove }: { code: string; onRemove: () => void }) {
  const t = useTranslations("checkout.voucher");
  return (
    <button
      type="button"
      aria-label={t("remove", { code })}
      onClick={onRemove}
      className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-paper-2"
    >
      <X aria-hidden className="size-4" />
    </button>
  );
}
