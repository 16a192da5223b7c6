import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PostalLines } from "@/components/address/postal-lines";
import { EmailAddress } from "@/components/ui/email-address";
import type { CheckoutView, Step } from "@/lib/api/types";

/** Who orders, where it goes, how it is paid and shipped; each with a link back to its step. */
export function ConfirmationFacts({ view, go }: { view: CheckoutView; go: (step: Step) => void }) {
  const t = useTranslations("checkout.confirmation");
  const delivery = useTranslations("checkout.delivery");
  const method = view.payment.methods.find((one) => one.code === view.payment.selected);
  const count = view.shipping.length;
  const editable = !view.checkoutType.startsWith("express");
  return (
    <div className="mt-5 grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 sm:*:last:col-span-2">
      <Fact title={t("account")} onEdit={editable ? () => go("login") : undefined}>
        {t(orderer(view))}
        <span className="block">
          <EmailAddress address={view.customerEmail} />
        </span>
        {view.vatId && <span className="block">{view.vatId}</span>}
      </Fact>
      <Fact title={t("invoice")} onEdit={editable ? () => go("address") : undefined}>
        {view.invoiceData && <PostalLines address={view.invoiceData} />}
      </Fact>
      <Fact title={t("delivery")} onEdit={editable ? () => go("address") : undefined}>
        {view.differentDeliveryAddress && view.delivery ? <PostalLines address={view.delivery} /> : t("sameAddress")}
      </Fact>
      <Fact title={t("payment")} onEdit={() => go("payment")}>
        {method?.title}
      </Fact>
      <Fact title={t("shipping")} onEdit={() => go("shipping")}>
        {view.shipping.map((option, index) => (
          <div key={index} className="not-first:mt-3">
            {count > 1 && (
              <span className="block font-semibold">{delivery("title", { number: index + 1, count })}</span>
            )}
            {option.title}
            {option.deliveryNote && <span className="block text-ink-2">{option.deliveryNote}</span>}
          </div>
        ))}
      </Fact>
    </div>
  );
}

function orderer(view: CheckoutView) {
  if (view.customerId !== 0) return view.businessCustomer ? "businessCustomer" : "customer";
  return view.businessCustomer ? "businessGuest" : "guest";
}

function Fact({ title, onEdit, children }: { title: string; onEdit?: () => void; children: ReactNode }) {
  const t = useTranslations("checkout.confirmation");
  return (
    <div className="bg-white p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base tracking-normal">{title}</h2>
        {onEdit && (
          <button
            type="button"
            aria-label={t("editNamed", { name: title })}
            onClick={onEdit}
            className="py-1 text-sm underline underline-offset-4 hover:text-accent-dark"
          >
            {t("edit")}
          </button>
        )}
      </div>
      <div className="mt-1.5 text-[0.9375rem] text-ink-2">{children}</div>
    </div>
  );
}
