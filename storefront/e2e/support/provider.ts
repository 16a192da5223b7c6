import { expect, type APIRequestContext, type Page } from "@playwright/test";

const simulator = process.env.KONTOR_E2E_SIM ?? "http://127.0.0.1:8090";

/** The address of a simulated provider's file. */
export const simulated = (path: string) => `${simulator}/${path}`;

/** How often a counter of a simulated provider has grown since since() was called. */
export class Counter {
  private before = 0;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly provider: string,
    private readonly name: string,
  ) {}

  static async since(request: APIRequestContext, provider: string, name: string): Promise<Counter> {
    const counter = new Counter(request, provider, name);
    counter.before = await counter.total();
    return counter;
  }

  async grown(): Promise<number> {
    return (await this.total()) - this.before;
  }

  private async total(): Promise<number> {
    const view = (await (await this.request.get(`${simulator}/_control/${this.provider}`)).json()) as {
      counts: Record<string, number> | null;
    };
    return view.counts?.[this.name] ?? 0;
  }
}

/** Waits for the provider's page and clicks a decision. */
export async function decideThere(page: Page, decision: string): Promise<void> {
  await expect(page.getByText("Simulator", { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  await page.locator(`button[value="${decision}"]`).click();
}
