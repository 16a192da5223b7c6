import { becomeCustomer } from "../support/account";
import { newEmail, startAtPayment } from "../support/shop";
import { answer, fillCart, header, type Visit } from "./state";

/** The payment step of a business. */
export const business: Visit = {
  name: "business",
  states: [{ name: "business-payment", reach: (page) => startAtPayment(page, newEmail(), { business: true }) }],
};

/** The checkout of who has an account. */
export const known: Visit = {
  name: "customer",
  states: [
    {
      name: "customer-payment",
      reach: async (page) => {
        await becomeCustomer(page);
        await fillCart(page, "notebooks");
        await page.goto("/kasse");
        await page.waitForURL(/#\/payment$/);
      },
    },
    {
      name: "customer-address",
      reach: async (page) => {
        await page.goto("/kasse#/address");
        await page.reload();
      },
    },
    { name: "customer-login", reach: (page) => page.goto("/kasse#/") },
    {
      name: "checkout-soft",
      reach: async (page) => {
        await header(page, { isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" });
        await answer(
          page,
          "/api/checkout/init",
          { error: { code: "unauthenticated", reason: "full_login_required" } },
          401,
        );
        await page.goto("/kasse");
        await page.reload();
        await page.getByRole("heading", { name: "Als Gast bestellen" }).waitFor();
      },
    },
  ],
};
