import type { PaymentSession } from "@/lib/api/types";
import { inTime } from "@/lib/checkout/in-time";
import { loadScript } from "@/lib/checkout/load-script";

type Answer = { show_form?: boolean; approved?: boolean; authorization_token?: string; finalize_required?: boolean };
type Options = { container?: string; payment_method_category: string; auto_finalize?: boolean };

/** Klarna's script, as far as the shop uses it. */
type KlarnaPayments = {
  init: (options: { client_token: string }) => void;
  load: (options: Options, data: object, done: (answer: Answer) => void) => void;
  authorize: (options: Options, data: object, done: (answer: Answer) => void) => void;
  finalize: (options: Options, data: object, done: (answer: Answer) => void) => void;
};

declare global {
  interface Window {
    Klarna?: { Payments: KlarnaPayments };
  }
}

async function script(session: PaymentSession): Promise<KlarnaPayments> {
  await loadScript(session.client?.script_url ?? "");
  if (!window.Klarna) throw new Error("klarna_missing");
  return window.Klarna.Payments;
}

const category = (session: PaymentSession) => session.client?.category ?? "";

/** Shows the widget of a session in the element of that id. False when Klarna does not offer the method here. */
export async function loadKlarna(session: PaymentSession, elementId: string): Promise<boolean> {
  const klarna = await script(session);
  klarna.init({ client_token: session.clientToken ?? "" });
  return inTime(
    new Promise((resolve) => {
      klarna.load({ container: `#${elementId}`, payment_method_category: category(session) }, {}, (answer) =>
        resolve(answer.show_form === true),
      );
    }),
  );
}

/**
 * Asks the customer to agree. "later" means that the last step is finalizeKlarna; "retry" that the customer may change
 * something in the widget, "refused" that Klarna does not offer the method any more.
 */
export async function authorizeKlarna(
  session: PaymentSession,
): Promise<{ token: string } | "later" | "retry" | "refused"> {
  const klarna = await script(session);
  const data = JSON.parse(session.client?.authorize_data ?? "{}") as object;
  const options = {
    payment_method_category: category(session),
    auto_finalize: session.client?.auto_finalize !== "false",
  };
  const answer = await new Promise<Answer>((resolve) => klarna.authorize(options, data, resolve));
  if (answer.approved && answer.authorization_token) return { token: answer.authorization_token };
  if (answer.approved && answer.finalize_required) return "later";
  return answer.show_form ? "retry" : "refused";
}

/** Takes the last step when the customer buys. Undefined when the customer turned back. */
export async function finalizeKlarna(session: PaymentSession): Promise<string | undefined> {
  const klarna = await script(session);
  const answer = await new Promise<Answer>((resolve) =>
    klarna.finalize({ payment_method_category: category(session) }, {}, resolve),
  );
  return answer.approved ? answer.authorization_token : undefined;
}
