"use client";

import { useLocale, useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import { answerLogin } from "@/lib/account/soft-login";
import { useForgetVisitor } from "@/lib/account/use-account";
import { logoutAndTransfer } from "@/lib/api/account";
import { useHeader } from "@/lib/cart/use-cart";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** The way out for somebody else than the customer whose log-in is soft: the cart stays, all else of the customer goes. */
export function NotYou() {
  const t = useTranslations("account.softLogin");
  const locale = useLocale();
  const toast = useToast();
  const message = useMessage();
  const forget = useForgetVisitor();
  const name = useHeader().data?.firstName ?? "";
  const leave = useOnce({
    mutationFn: () => logoutAndTransfer(locale),
    onSuccess: async () => {
      answerLogin(false);
      await forget();
    },
    onError: (error) => toast("error", message(error, "general")),
  });
  return (
    <p className="mt-5 text-sm text-ink-2">
      {name ? t("notYou", { name }) : t("notYouNameless")}{" "}
      <button
        type="button"
        aria-busy={leave.isPending}
        onClick={() => leave.mutate()}
        className="py-1 text-ink underline underline-offset-4"
      >
        {t("logout")}
      </button>
    </p>
  );
}
