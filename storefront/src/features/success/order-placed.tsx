import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LineExtras } from "@/components/order/line-extras";
import { Amount } from "@/components/product/price";
import { PayLater } from "@/components/partner/pay-later";
import { instructionsOf, TransferInstructions } from "@/components/payment/transfer-instructions";
import { ProductImage } from "@/components/product/product-image";
import { buttonClass } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { Notice } from "@/components/ui/notice";
import { cn } from "@/lib/cn";
import type { Success } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";
import { useSite } from "@/lib/site/context";
import { withUnits } from "@/lib/product/units";
import { AccountBox } from "./account-box";
import { Hotline } from "./hotline";
import { Ratings } from "./ratings";
import { nextOf, wayOf } from "./way";

type Props = {
  order: Success;
  attempt: string;
  /** The customer comes from another payment, which was too late for this order. */
  late: boolean;
};

// It comes after a wait, and the focus is nowhere: the title is what was waited for.
function arrive(title: HTMLElement | null) {
  if (document.activeElement === document.body) title?.focus({ preventScroll: true });
}

/** Thanks, the order's number, and what happens next. */
export function OrderPlaced({ order, attempt, late }: Props) {
  const t = useTranslations("success");
  const deliveryText = useTranslations("checkout.delivery");
  const { whiteLabel } = useSite();
  const instructions = instructionsOf(order);
  const split = order.deliveries.length > 1;
  return (
    <div className="page max-w-4xl py-10 lg:py-16">
      {late && (
        <Notice tone="info" className="mb-8">
          {t("late", { payment: order.paymentTitle })}
        </Notice>
      )}
      <CircleCheck aria-hidden className="size-12 text-good" strokeWidth={1.5} />
      <h1 ref={arrive} tabIndex={-1} className="mt-4 text-3xl lg:text-5xl">
        {t("title")}
      </h1>
      <p className="mt-3 text-lg text-ink-2">
        {t.rich("mail", { email: order.email, address: () => <EmailAddress address={order.email} /> })}
      </p>
      <dl
        className={cn(
          "mt-8 grid grid-cols-1 gap-x-8 gap-y-5 rounded-card bg-paper p-6 sm:grid-cols-2",
          split ? "lg:grid-cols-3" : "lg:grid-cols-4",
        )}
      >
        {order.orderId > 0 && (
          <Fact label={t("order")}>
            <span data-testid="order-id">{order.orderId}</span>
          </Fact>
        )}
        <Fact label={t("payment")}>{order.paymentTitle}</Fact>
        <Fact label={t("price")}>
          <Amount value={order.total} />
        </Fact>
        {order.deliveries.map((delivery, at, { length }) => (
          <Fact
            key={delivery.id}
            label={split ? deliveryText("title", { number: at + 1, count: length }) : t("shipping")}
          >
            {delivery.title}
            {delivery.note && <span className="block text-sm font-normal text-ink-2">{delivery.note}</span>}
          </Fact>
        ))}
      </dl>
      <h2 className="mt-10 text-2xl">{t("next")}</h2>
      {(instructions.length === 0 || order.state === "confirmed") && (
        <p className="mt-2 text-ink-2">{t(nextOf(order), { way: wayOf(order) })}</p>
      )}
      {instructions.length > 0 && (
        <TransferInstructions entries={instructions} giroCode={order.giroCode} held={order.state === "pending"} />
      )}
      <Hotline />
      <PayLater place="success" price={order.total} />
      <AccountBox attempt={attempt} allowed={order.accountConversionAllowed} />
      <h2 className="mt-10 text-2xl">{t("products")}</h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {order.products.map((product) => (
          <li key={product.id} className="flex items-center gap-4 py-3">
            <ProductImage image={product.image} alt="" size={200} className="size-18 rounded-xl bg-paper" />
            <p className="min-w-0 flex-1">
              {product.url ? (
                <Link href={product.url} className="block font-semibold underline-offset-4 hover:underline">
                  {withUnits(product.name)}
                </Link>
              ) : (
                <span className="block font-semibold">{withUnits(product.name)}</span>
              )}
              <LineExtras line={product} />
              <span className="text-sm text-ink-2">× {product.quantity}</span>
            </p>
            <Amount value={product.total} className="font-bold" />
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-2 print:hidden">{t("review")}</p>
      <Ratings order={order} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href="/" className={buttonClass("secondary", "lg")}>
          {t("toShop")}
        </Link>
        {order.statusPath && (
          <Link href={order.statusPath} className={buttonClass("secondary", "lg")}>
            {t("toStatus")}
          </Link>
        )}
        {!whiteLabel && (
          <Link href="/kundenkonto" className={buttonClass("quiet", "lg")}>
            {t("toAccount")}
          </Link>
        )}
      </div>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}
