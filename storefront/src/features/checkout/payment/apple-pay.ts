import { ApiError } from "@/lib/api/error";
import { fetchApplePay, processApplePay, type Shown } from "@/lib/api/payment";
import type { ProcessResult } from "@/lib/api/types";

type Contact = object;
type Payment = { token: object; billingContact?: Contact; shippingContact?: Contact };

/** The browser's ApplePaySession, as far as the shop uses it. */
type ApplePay = {
  begin: () => void;
  completeMerchantValidation: (session: unknown) => void;
  completePayment: (result: { status: number }) => void;
  abort: () => void;
  onvalidatemerchant: (event: { validationURL: string }) => void;
  onpaymentauthorized: (event: { payment: Payment }) => void;
  oncancel: () => void;
};

declare global {
  interface Window {
    ApplePaySession?: {
      new (version: number, request: unknown): ApplePay;
      canMakePayments: () => boolean;
      STATUS_SUCCESS: number;
      STATUS_FAILURE: number;
    };
  }
}

/** What opens the sheet. Fetch it before the button is pressed: the browser opens a sheet only at once after a click. */
export const prepareApplePay = (locale: string) => fetchApplePay(locale);

/** Opens the sheet and buys when the customer agrees. Undefined when the customer closed it. */
export function payByApple(
  sheet: Awaited<ReturnType<typeof prepareApplePay>>,
  shown: Shown,
  locale: string,
): Promise<ProcessResult | undefined> {
  return new Promise((resolve, reject) => {
    const Session = window.ApplePaySession;
    if (!Session) return reject(new ApiError(503, "apple_pay_unavailable", [], undefined));
    const session = new Session(Number(sheet.apiVersion), sheet.applePaySession);
    const fail = (error: unknown) => {
      session.abort();
      reject(error instanceof Error ? error : new Error("apple_pay"));
    };
    session.onvalidatemerchant = ({ validationURL }) => {
      fetchApplePay(locale, validationURL).then(
        (answer) => session.completeMerchantValidation(answer.applePayMerchantSession),
        fail,
      );
    };
    session.onpaymentauthorized = ({ payment }) => {
      processApplePay(payment, shown, locale).then(
        (answer) => {
          session.completePayment({ status: answer.successful ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE });
          resolve(answer);
        },
        (error: unknown) => {
          session.completePayment({ status: Session.STATUS_FAILURE });
          reject(error instanceof Error ? error : new Error("apple_pay"));
        },
      );
    };
    session.oncancel = () => resolve(undefined);
    session.begin();
  });
}
