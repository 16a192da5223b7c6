import messages from "../messages/de.json" with { type: "json" };
import { fillCard } from "./support/card";
import {
  addToCart,
  choosePayment,
  continueButton,
  expect,
  fill,
  fillGuest,
  newEmail,
  openFound,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

// What other tests see of an error at a desktop's width, at a phone's: there the message is far from the button that it
// answers, and has to come to where the customer looks.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("an empty cart leads back to the shop", async ({ page }) => {
  await page.goto("/kasse");
  await expect(page.getByText(messages.checkout.empty)).toBeInViewport();
  await page.getByRole("link", { name: messages.checkout.toShop }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a VAT id that is missing or wrong has the focus, and says what is wrong", async ({ page }) => {
  await startAtPayment(page, newEmail(), { business: true });
  await page.goto("/kasse#/address");
  await page.getByLabel("Land").selectOption({ label: "Spanien" });
  await fill(page, { PLZ: "28001", Ort: "Madrid" });
  const vatId = page.getByLabel("USt-IdNr.");
  const hint = messages.checkout.address.vatIdHintSpain;
  await expect(vatId).toHaveAccessibleDescription(hint); // nothing is wrong with what nobody has come to
  for (const [typed, told] of [
    ["", messages.validation.missing],
    ["ES1", messages.validation.invalid_vat_id],
  ] as const) {
    await vatId.fill(typed);
    await continueButton(page).click({ force: true }); // it says that it is disabled
    await expect(vatId).toBeFocused();
    await expect(vatId).toBeInViewport();
    await expect(vatId).toHaveAccessibleDescription(new RegExp(told));
  }
});

test("goods that may not be billed to a country are named where the customer looks", async ({ page }) => {
  const software = await openFound(page, "Microsoft Windows 11 Home OEM");
  await addToCart(page);
  await fillGuest(page, newEmail());
  await page.getByLabel("Land").selectOption({ label: "Niederlande" });
  await fill(page, { PLZ: "1012 AB", Ort: "Amsterdam" });
  await continueButton(page).click();
  const told = page.getByRole("alert").filter({ hasText: "können wir nicht in das gewählte Land berechnen" });
  await expect(told).toContainText(software);
  await expect(told).toBeInViewport();
});

test("a card that is refused or not taken is told beside the card", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await fillCard(page, "6200000000000005");
  await continueButton(page).click();
  const number = page.getByLabel("Kartennummer");
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(new RegExp(messages.checkout.card.errors.unsupported));
  await fillCard(page, "4000000000000127");
  await continueButton(page).click();
  await expect(page.getByRole("group").getByRole("alert")).toBeInViewport();
});

test("why a voucher is refused stands above the bar at the foot", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const code = page.getByLabel("Gutscheincode").locator("visible=true").first();
  await code.fill("UNBEKANNT");
  await code.press("Enter");
  const why = page.getByText(messages.errors.voucher_unknown).locator("visible=true");
  await expect(why).toBeVisible();
  const room = async () => {
    const [bar, told] = await Promise.all([page.locator("[data-bottom-bar]").boundingBox(), why.boundingBox()]);
    return bar!.y - told!.y - told!.height;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

test("why an express checkout came back stands in the cart, with what is wrong at the provider", async ({ page }) => {
  await putNotebook(page);
  await page.goto("/warenkorb");
  await page.route("**/kasse/paypal/init", (route) => route.fulfill({ json: { successful: true } }), { times: 1 });
  const paypal = page.getByRole("button", { name: "Direkt zu PayPal" });
  await paypal.click();
  await expect(page.getByRole("alert").filter({ hasText: messages.errors.express_init })).toBeInViewport();
  await expect(paypal, "it works again").toBeFocused();
  await page.goto("/warenkorb?express_error=express_not_approved");
  await expect(page.getByText(messages.errors.express_not_approved)).toBeInViewport();
  await page.goto(
    "/warenkorb?express_error=express_address_paypal&wrong=invoice.zipCode:invalid_zip&wrong=delivery.zipCode:invalid_zip&wrong=invoice.lastName:too_short",
  );
  const told = page.getByRole("alert").filter({ hasText: messages.errors.express_address_paypal });
  await expect(told).toBeInViewport();
  await expect(told.getByRole("listitem")).toHaveText([
    `PLZ: ${messages.validation.invalid_zip}`,
    "Nachname: Diese Angabe ist zu kurz.",
  ]);
});
