import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import english from "../messages/en.json" with { type: "json" };
import { newCustomer } from "./support/account";
import { cutTexts } from "./support/layout";
import { expect, newEmail, openPage, test } from "./support/shop";

test.use({ viewport: { width: 390, height: 600 }, hasTouch: true });

const fail = (page: Page, path: string) => page.route(path, (route) => route.fulfill({ status: 500, body: "" }));

/** Expects the error of a failure of the shop, in view and with the focus. */
async function expectTold(page: Page): Promise<void> {
  const told = page.getByRole("alert").filter({ hasText: messages.errors.ajax.replace("{code}", "500") });
  await expect(told).toBeFocused();
  await expect(told).toBeInViewport();
}

test("a new password that cannot be saved is told where it can be seen, and so is one that is saved", async ({
  page,
}) => {
  const save = "**/process-password-forgotten";
  const answer = { successful: false, error: "password_change_failed", errorFields: [], errors: [] };
  await page.route(save, (route) => route.fulfill({ json: answer }));
  await page.goto("/kundenkonto/passwort+vergessen?token=geraten");
  const { newPassword, repeat, save: name, done } = messages.account.forgotten;
  const fields = [newPassword, repeat].map((label) => page.getByLabel(label, { exact: true }));
  for (const field of fields) await field.fill("Zug7Berg");
  await page.unrouteAll();
  await fail(page, save);
  await page.getByRole("button", { name }).click();
  await expectTold(page);
  for (const field of fields) await expect(field, "what was typed is kept").toHaveValue("Zug7Berg");
  await page.unrouteAll();
  await page.route(save, (route) => route.fulfill({ json: { ...answer, successful: true, error: undefined } }));
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("status").filter({ hasText: done })).toBeFocused();
});

test("an application to the campus programme that fails is told where it can be seen, and the one that went through keeps the focus", async ({
  page,
}) => {
  await newCustomer(page);
  await page.goto("/kundenkonto/studentenprogramm");
  await page.getByRole("button", { name: messages.campus.toUpload }).click();
  const { upload, status } = messages.campus;
  await page.getByLabel(upload.type).selectOption("1");
  const typed = { [upload.school]: "Universität Hamburg", [upload.born]: "2000-02-01", [upload.from]: "2026-01-01" };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  const end = `${new Date().getFullYear() + 1}-01-31`;
  await page.getByLabel(upload.to).fill(end);
  const pdf = { name: "ausweis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n%%EOF\n") };
  await page.getByLabel(upload.file, { exact: true }).setInputFiles(pdf);
  await page.getByRole("checkbox", { name: /^Ich stimme den Teilnahmebedingungen/ }).check({ force: true });
  await fail(page, "**/account/campus-program-registration");
  const send = page.getByRole("button", { name: upload.submit });
  await send.click();
  await expectTold(page);
  await page.unrouteAll();
  await send.press("Enter");
  const block = page.getByText(status.pendingManual.title, { exact: true }); // the notice of its arrival says it too
  await expect(block).toBeVisible();
  await expect(page.locator(":focus").filter({ has: block })).toHaveCount(1);
});

test("what the shop finds wrong in a form has the focus, in the words of the page", async ({ page }) => {
  const wrong = (field: string) => (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({
          status: 422,
          json: { error: { reason: "missing_param", fields: [{ field, reason: "odd" }] } },
        });
  const { orderStatus, withdrawal, validation } = english;
  await page.route("**/api/order/link", wrong("email"));
  await page.goto("/en/bestellstatus");
  await page.getByLabel(orderStatus.orderNumber).fill("100123");
  await page.getByLabel(orderStatus.email).fill(newEmail());
  await page.getByRole("button", { name: orderStatus.request }).click();
  await expect(page.getByLabel(orderStatus.email)).toBeFocused();
  await expect(page.getByLabel(orderStatus.email)).toHaveAccessibleDescription(new RegExp(validation.invalid));

  await page.route("**/api/withdrawal", wrong("name"));
  await page.goto("/en/widerruf");
  await page.getByLabel(withdrawal.name, { exact: true }).fill("Kim Muster");
  await page.getByLabel(withdrawal.orderNumber).fill("100123");
  await page.getByLabel(withdrawal.email).fill(newEmail());
  await page.getByRole("button", { name: withdrawal.confirm }).click();
  const name = page.getByLabel(withdrawal.name, { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  await expect(name).toHaveAccessibleDescription(new RegExp(validation.invalid));
});

test("a restock alert and a code that a proxy refuses have the focus on what to do, and lose nothing", async ({
  page,
}) => {
  const tooMany = page.getByRole("alert").filter({ hasText: messages.errors.too_many_requests });
  const busy = (path: string) => page.route(path, (route) => route.fulfill({ status: 429, body: "" }));
  await page.goto("/produkte/SW-100006");
  await page.locator("article h3 a").first().click();
  await page.getByRole("button", { name: messages.product.restock.ask }).first().click();
  const dialog = page.getByRole("dialog");
  const email = dialog.getByLabel(messages.product.restock.email);
  await email.fill("kim@example.com");
  await busy("**/api/restock/ask");
  const send = dialog.getByRole("button", { name: messages.product.restock.submit, exact: true });
  await send.click();
  await expect(tooMany).toBeFocused();
  await expect(tooMany).toBeInViewport();
  await expect(email).toHaveValue("kim@example.com");

  await page.route("**/auth/login", (route) =>
    route.fulfill({ json: { successful: true, needs2FaAuthentication: true } }),
  );
  await page.goto("/kundenkonto/login");
  await page.getByLabel("E-Mail-Adresse").first().fill("kim@example.com");
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("main").getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByLabel("Ziffer 1 von 6").fill("123456");
  await busy("**/submit-two-fa-code");
  await page.getByRole("button", { name: messages.account.twoFactor.submit, exact: true }).click();
  await expect(tooMany).toBeFocused();
  await expect(tooMany).toBeInViewport();
  await expect(page.getByLabel("Ziffer 6 von 6")).toHaveValue("6");
});

test("a chat that did not load is opened once when it is tried again", async ({ page }) => {
  const provider = "https://chat.example/**";
  await page.route(provider, (route) => route.abort());
  await openPage(page, "/");
  await page.getByRole("contentinfo").getByRole("button", { name: "Service" }).click();
  await page.getByRole("button", { name: messages.chat.open }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: messages.chat.start }).click();
  await expect(dialog.getByRole("alert")).toHaveText(messages.chat.failed);
  await page.unroute(provider);
  const body = `addEventListener("kontor:chat-open", () => document.getElementById("support-chat").append(" Opened"));`;
  await page.route(provider, (route) => route.fulfill({ contentType: "text/javascript", body }));
  await dialog.getByRole("button", { name: messages.chat.retry }).click();
  await expect(dialog.locator("#support-chat")).toHaveText(`${messages.chat.loading} Opened`);
});

test("what a form says is seen, also at four times a desktop's zoom", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const main = page.getByRole("main");
  for (const [path, submit] of [
    ["/kundenkonto/passwort+vergessen", "Absenden"],
    ["/newsletter/abmelden", "Link anfordern"],
  ] as const) {
    await openPage(page, path);
    await main.getByLabel("E-Mail-Adresse").fill(newEmail());
    await main.getByRole("button", { name: submit }).click();
    await expect(main.getByText("Sieh auch im Spam-Ordner nach."), path).toBeInViewport({ ratio: 1 });
  }
  await page.route("**/api/withdrawal", (route) => route.fulfill({ status: 500, body: "{}" }));
  await openPage(page, "/widerruf");
  for (const [label, value] of [
    ["Name", "Kim Muster"],
    ["Bestellnummer", "100001"],
    ["E-Mail-Adresse", newEmail()],
  ] as const)
    await main.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press("Enter");
  await expect(main.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await newCustomer(page);
  await page.goto("/kundenkonto/kontaktinformationen/b2b-aendern");
  await expect(main.getByLabel("Geschäftsform")).toBeVisible();
  expect(await cutTexts(page), "whatever is chosen").toEqual([]);
});
