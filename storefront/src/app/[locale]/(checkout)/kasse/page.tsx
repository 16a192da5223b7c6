import type { Metadata } from "next";
import { CheckoutView } from "@/features/checkout/checkout-view";
import { titleTemplate } from "@/lib/site/title";

// The title is the view's, which knows the step.
export const metadata: Metadata = { title: null, robots: { index: false } };

export default async function CheckoutPage() {
  return <CheckoutView titleTemplate={await titleTemplate()} />;
}
