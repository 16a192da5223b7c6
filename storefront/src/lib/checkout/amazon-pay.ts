import { loadScript } from "./load-script";

type Signed = { payloadJSON: string; signature: string; algorithm: string };
type Config = {
  merchantId: string;
  publicKeyId: string;
  ledgerCurrency: string;
  checkoutLanguage: string;
  productType: string;
  placement: string;
  buttonColor?: string;
  sandbox: boolean;
  createCheckoutSessionConfig: Signed;
};

declare global {
  interface Window {
    amazon?: {
      Pay: { renderButton: (selector: string, config: Config) => unknown; initCheckout: (config: Config) => void };
    };
  }
}

async function script(client: Record<string, string>) {
  await loadScript(client.script_url ?? "");
  if (!window.amazon) throw new Error("amazon_pay_missing");
  return window.amazon.Pay;
}

function configOf(client: Record<string, string>): Config {
  const text = (key: string) => client[key] ?? "";
  return {
    merchantId: text("merchant_id"),
    publicKeyId: text("public_key_id"),
    ledgerCurrency: text("ledger_currency"),
    checkoutLanguage: text("checkout_language"),
    productType: text("product_type"),
    placement: text("placement"),
    buttonColor: text("button_color"),
    sandbox: text("sandbox") === "true",
    createCheckoutSessionConfig: {
      payloadJSON: text("payload_json"),
      signature: text("signature"),
      algorithm: text("algorithm"),
    },
  };
}

/** Draws Amazon's own button in the element of that id; it leads to Amazon with the payload that the shop signed. */
export async function drawAmazonButton(elementId: string, client: Record<string, string>): Promise<void> {
  (await script(client)).renderButton(`#${elementId}`, configOf(client));
}

/** Leaves for Amazon, where the customer confirms the purchase. */
export async function goToAmazon(client: Record<string, string>): Promise<void> {
  (await script(client)).initCheckout(configOf(client));
}
