"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { LineExtras } from "@/components/order/line-extras";
import { EnergyLabel } from "@/components/product/energy-label";
import { Amount } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import type { CheckoutView } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/hooks/use-media";
import { useFacts, type Facts } from "@/lib/product/use-facts";
import { withUnits } from "@/lib/product/units";
import { ChangeCart } from "./change-cart";
import { groupByDelivery, type DeliveryGroup } from "./delivery";
import { SummaryTotals } from "./summary-totals";
import { Voucher } from "./voucher";

type Props = { view: CheckoutView; onView: (view: CheckoutView) => void; last: boolean };

/**
 * The order beside the steps: products by delivery (folded on a phone) with the way to change them, totals, and on the last
 * step the voucher. On a phone, where all this comes after the button that buys, the step has the voucher.
 */
export function OrderSummary({ view, onView, last }: Props) {
  const t = useTranslations("checkout.summary");
  const id = useId();
  const [open, setOpen] = useState(false);
  const wide = useMedia("(min-width: 1024px)");
  const groups = groupByDelivery(view);
  const facts = useFacts(view.products.map((product) => product.id));
  return (
    <aside aria-label={t("title")} className="rounded-card bg-paper p-5 lg:sticky lg:top-6 lg:p-6 print:hidden">
      <h2 className="text-xl">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center justify-between lg:hidden"
        >
          {t("products", { count: view.productsCount })}
          <ChevronDown aria-hidden className={cn("size-5 transition-transform", open && "rotate-180")} />
        </button>
        <span className="hidden lg:inline">{t("title")}</span>
      </h2>
      <div id={id} className={cn("lg:block", !open && "hidden")}>
        <ProductsBox name={t("products", { count: view.productsCount })} long={view.products.length > fitting}>
          {groups.map((group) => (
            <SummaryProducts key={group.id} {...group} count={groups.length} facts={facts} />
          ))}
        </ProductsBox>
        <ChangeCart className="mt-3 text-sm" />
      </div>
      <SummaryTotals view={view} />
      {last && wide && <Voucher view={view} onView={onView} className="mt-5 border-t border-line-2/40 pt-4" />}
    </aside>
  );
}

const fitting = 5; // as many products leave room for the totals on a desk's screen

// Many products scroll in a box of their own there, so that what they cost stays in sight.
function ProductsBox({ name, long, children }: { name: string; long: boolean; children: ReactNode }) {
  if (!long) return children;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={name} tabIndex={0} className="mt-4 *:first:mt-0 lg:max-h-[45vh] lg:overflow-y-auto">
      {children}
    </div>
  );
}

type GroupProps = DeliveryGroup & { count: number; facts: Map<number, Facts> };

function SummaryProducts({ id, products, count, facts }: GroupProps) {
  const t = useTranslations("checkout.delivery");
  const summary = useTranslations("checkout.summary");
  return (
    <>
      {count > 1 && <h3 className="mt-4 text-sm font-bold tracking-normal">{t("title", { number: id, count })}</h3>}
      <ul className="mt-4 space-y-3">
        {products.map((product) => (
          <li key={product.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ProductImage image={product.image} alt="" size={100} className="size-14 rounded-lg bg-white" />
            <p className="min-w-0 flex-1 basis-28 text-sm">
              <span className="block font-medium">{withUnits(product.name)}</span>
              <LineExtras line={product} />
              <span className="text-ink-2">× {product.quantity}</span>
            </p>
            <div className="ml-auto grid justify-items-end gap-1 text-sm">
              <Amount value={product.total} className="font-semibold" />
              {product.recommendedRetailPrice && (
                <p className="text-[0.8125rem] text-ink-3">
                  {summary(product.quantity > 1 ? "recommendedEach" : "recommended")}{" "}
                  <Amount value={product.recommendedRetailPrice} className="line-through" />
                </p>
              )}
              <Arrow id={product.id} facts={facts.get(product.id)} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Arrow({ id, facts }: { id: number; facts: Facts | undefined }) {
  if (!facts?.energyClass) return null;
  return <EnergyLabel size="xs" productId={id} energyClass={facts.energyClass} scale={facts.energyScale} />;
}
