import { answer, type State } from "./state";

const campus = (status: string, type = "email"): State => ({
  name: `campus-${status}-${type}`,
  reach: async (page) => {
    await answer(page, "/account/campus-program-status", {
      automatedVerificationEnabled: true,
      campusProgramSubscriptionStatus: status,
      campusProgramSubscriptionValidToDateTime: "2027-03-31T22:00:00Z",
      campusProgramVerificationType: type,
      campusProgramSubscriptionRenewalRequested: false,
    });
    await page.goto("/kundenkonto/studentenprogramm");
  },
});

/** The campus programme as each membership has it, and the form for a proof. */
export const campusStates: State[] = [
  campus("unknown", ""),
  ...(["pending", "valid", "valid-near-expire", "expired"] as const).map((state) => campus(state)),
  campus("pending", "manual"),
  campus("deactivated", "manual"),
  {
    name: "campus-proof",
    reach: async (page) => {
      await page.goto("/kundenkonto/studentenprogramm");
      await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
    },
  },
];
