import { expect, type APIRequestContext, type Page } from "@playwright/test";

const control = `${process.env.KONTOR_E2E_SIM ?? "http://127.0.0.1:8090"}/_control/paypal`;

type Rule = { op: string; effect: string; times: number };

/** The simulated PayPal, as a test sees and steers it. */
export class PayPal {
  private before = 0;

  private constructor(private readonly request: APIRequestContext) {}

  /** Drops the rules of earlier tests and remembers how often money has moved so far. */
  static async open(request: APIRequestContext): Promise<PayPal> {
    const paypal = new PayPal(request);
    await request.delete(`${control}/rules`);
    paypal.before = await paypal.total();
    return paypal;
  }

  /** Makes the next calls or webhooks behave as told. */
  async rule(rule: Rule): Promise<void> {
    expect((await this.request.post(control, { data: rule })).ok()).toBe(true);
  }

  /** How often money has moved since this test began. */
  async charges(): Promise<number> {
    return (await this.total()) - this.before;
  }

  private async total(): Promise<number> {
    const view = (await (await this.request.get(control)).json()) as { counts: Record<string, number> | null };
    return view.counts?.charge ?? 0;
  }
}

/** Waits for PayPal's page and clicks a decision. */
export async function decide(page: Page, decision: "approve" | "decline" | "cancel"): Promise<void> {
  await expect(page.getByText("Simulator, es fließt kein Geld")).toBeVisible({ timeout: 30_000 });
  if (decision === "decline") await page.getByText("Etwas anderes geschehen lassen").click();
  await page.locator(`button[value="${decision}"]`).click();
}
