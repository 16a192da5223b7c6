"use client";

import { CircleUserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { askLogin } from "@/lib/account/soft-login";
import { useLoginState } from "@/lib/account/use-login-state";
import { useHeader } from "@/lib/cart/use-cart";
import { Link } from "@/lib/i18n/link";
import { usePathname, useRouter } from "@/lib/i18n/navigation";

const overview = "/kundenkonto";

/**
 * Leads to the account, or to its log-in; with a log-in that is only soft, asks for the password first. Where nobody can say who
 * the visitor is, the account finds out.
 */
export function UserButton() {
  const t = useTranslations("header");
  const state = useLoginState();
  const router = useRouter();
  const pathname = usePathname();
  const failed = useHeader().isError;
  const known = state ? state !== "none" : failed;
  const label = t(known ? "account" : "login");
  return (
    <Link
      href={known ? overview : `${overview}/login`}
      onClick={(event) => {
        if (state !== "soft" || pathname.startsWith(overview)) return;
        event.preventDefault();
        void askLogin().then((loggedIn) => loggedIn && router.push(overview));
      }}
      className="flex h-11 items-center gap-2.5 rounded-full px-2.5 font-semibold hover:bg-paper xl:px-4"
    >
      <CircleUserRound aria-hidden className="size-6" strokeWidth={1.75} />
      <span className="max-xl:sr-only">{label}</span>
    </Link>
  );
}
