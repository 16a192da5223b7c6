import { useTranslations } from "next-intl";
import type { Step } from "@/lib/api/types";

type Props = {
  /** How titles name the shop. */
  template: string;
  step?: Step;
  failed?: boolean;
};

/** The document's title: which step is open, and before all that something failed. */
export function CheckoutTitle({ template, step, failed }: Props) {
  const t = useTranslations("checkout");
  const title = step ? t("titleOf", { step: t(`steps.${step}`) }) : t("title");
  return <title>{template.replace("%s", () => (failed ? t("titleFailed", { title }) : title))}</title>;
}
