import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { withFullLogin } from "@/lib/account/soft-login";
import { useRefreshAccount } from "@/lib/account/use-account";
import type { CampusOutcome } from "@/lib/api/types";
import { useRefreshCart } from "@/lib/cart/use-cart";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";

/** Sends an application. The prices follow the status, so that the cart is read again; error says why it failed. */
export function useApply<T>(
  send: (input: T) => Promise<CampusOutcome>,
  done: string,
  fallback: "general" | "campus_general",
) {
  const t = useTranslations("campus.error");
  const format = useFormatter();
  const message = useMessage();
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefreshAccount();
  const refreshCart = useRefreshCart();
  const [error, setError] = useTold();
  const reason = ({ error: key = "", errorMsg, errorData }: CampusOutcome) => {
    if (key === "cannot_register_again" && errorData?.possibleRenewalDate) {
      const date = format.dateTime(new Date(errorData.possibleRenewalDate), { dateStyle: "long" });
      const email = errorData.universityEmail;
      return email ? t("againEmail", { date, email }) : t("again", { date });
    }
    return errorMsg ?? message(key, fallback);
  };
  const apply = useOnceAnywhere({
    mutationKey: ["campus"],
    mutationFn: (input: T) => withFullLogin(() => send(input)),
    onMutate: () => setError(undefined),
    onSuccess: async (answer) => {
      if (!answer.successful) return setError(reason(answer));
      toast("success", done);
      await Promise.all([refresh(), refreshCart(), client.invalidateQueries({ queryKey: ["checkout"] })]);
    },
    onError: (failure) => setError(message(failure, "general")),
  });
  return { apply: apply.mutate, outcome: apply.data, error, sending: apply.isPending };
}
