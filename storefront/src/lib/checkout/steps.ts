import type { CheckoutView, Step } from "@/lib/api/types";

/** The steps in their order. */
export const steps: readonly Step[] = ["login", "address", "payment", "shipping", "confirmation"];

/** The hash of a step: "#/" is the log-in. */
export function hashOf(step: Step): string {
  return step === "login" ? "#/" : `#/${step}`;
}

/** The step that a hash names, with a slash at its end or without; undefined for none or one that is unknown. */
export function stepOf(hash: string): Step | undefined {
  return steps.find((step) => hashOf(step) === hash || `${hashOf(step)}/` === hash);
}

type Known = Pick<CheckoutView, "checkoutType" | "customerEmail" | "nextStep" | "billingRestrictedProductIds"> & {
  invoiceData?: unknown;
  payment: { methods: unknown[] };
};

/** The last step that may be open: the first that lacks something. An e-mail that was typed opens the address. */
function furthestStep(view: Known, typedEmail: string): Step {
  if (!view.customerEmail && !typedEmail) return "login";
  if (!view.invoiceData || view.billingRestrictedProductIds.length > 0) return "address";
  const next = steps.find((step) => step === view.nextStep) ?? "address";
  return next === "login" ? "address" : next;
}

/** How the navigation shows a step. */
export type StepState = "active" | "done" | "inactive" | "disabled";

/**
 * The state of a step while another, or itself, is shown: those before the shown one are done, those after it can be opened
 * once their needs are met. An express checkout has its first two from the provider.
 */
export function stepState(step: Step, current: Step, view: Known, typedEmail: string): StepState {
  const [index, at] = [steps.indexOf(step), steps.indexOf(current)];
  if (index === at) return "active";
  if (view.checkoutType.startsWith("express") && index < 2) return "disabled";
  if (index < at) return "done";
  return index <= steps.indexOf(furthestStep(view, typedEmail)) ? "inactive" : "disabled";
}

/** Where a checkout begins, by its type. */
export function startStep(view: Known, typedEmail: string): Step {
  const furthest = furthestStep(view, typedEmail);
  if (furthest === "login" || furthest === "address") return furthest;
  switch (view.checkoutType) {
    case "lite":
      return "address";
    case "expressAmazonPayCheckoutInit":
    case "expressPayPalCheckout":
      return "shipping";
    default:
      return view.payment.methods.length > 0 ? "payment" : "address";
  }
}

/**
 * The step to show for a hash: the one asked for, if what it needs is there, else the last that may be open. unprepared
 * says that the chosen method needs something done in the payment step.
 */
export function allowedStep(wanted: Step | undefined, view: Known, typedEmail: string, unprepared = false): Step {
  const step = wanted ?? startStep(view, typedEmail);
  let furthest = furthestStep(view, typedEmail);
  if (unprepared && steps.indexOf(furthest) > steps.indexOf("payment")) furthest = "payment";
  return steps.indexOf(step) <= steps.indexOf(furthest) ? step : furthest;
}
