"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { guard, isEntrance, target } from "@/lib/account/guard";
import { answerLogin, askLogin, useLoginAsked } from "@/lib/account/soft-login";
import { useCustomer } from "@/lib/account/use-account";
import { useLoginState } from "@/lib/account/use-login-state";
import { useHeader } from "@/lib/cart/use-cart";
import { usePathname, useRouter } from "@/lib/i18n/navigation";
import { AccountNav } from "./account-nav";

/**
 * The account area's frame and guard: navigation beside the page for who is logged in, the way in for who is not. A page whose
 * visitor's full log-in ends waits out of sight for the password, with all that was typed; another customer begins it anew.
 */
export function AccountFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("account");
  const pathname = usePathname();
  const router = useRouter();
  const header = useHeader();
  const state = useLoginState();
  const known = useCustomer(false).data !== undefined;
  const verdict = state && guard(pathname, state);
  const asked = useLoginAsked();
  const wasIn = useRef(false);
  const [open, setOpen] = useState({ path: "", visitor: 0, waits: false });
  const waits = open.path === pathname && (verdict === "modal" || (open.waits && asked));
  if (verdict === "show" && state === "full" && open.path !== pathname) setOpen({ ...open, path: pathname });
  else if (waits !== open.waits) setOpen({ ...open, waits });
  useEffect(() => {
    // Who has just logged out is not on the way anywhere.
    const wish = wasIn.current ? "" : `?ziel=${encodeURIComponent(pathname)}`;
    wasIn.current = state === "full";
    if (verdict === "login") router.replace(`/kundenkonto/login${wish}`);
    if (verdict === "overview") router.replace(target(new URLSearchParams(window.location.search).get("ziel")));
    if (verdict !== "modal") return;
    let here = true;
    void askLogin().then((loggedIn) => {
      // Who closes the question wants nothing of the account now.
      if (here && !loggedIn) router.replace("/");
      if (!loggedIn) setOpen(({ visitor }) => ({ path: "", visitor: visitor + 1, waits: false }));
    });
    return () => {
      here = false;
    };
  }, [state, verdict, pathname, router]);
  useEffect(() => {
    // What waits for the password is done once it was given, here or in another tab; not for another customer.
    if (verdict && verdict !== "modal") answerLogin(state === "full" && known);
  }, [state, verdict, known]);
  useEffect(() => () => answerLogin(false), []);
  // What is there stays when it cannot be read again, unless it is nobody's any more: who logs out is forgotten.
  if (header.isError && !(header.data && known)) {
    return (
      <div className="page py-10">
        <h1 className="mb-5 text-2xl lg:text-3xl">{t("title")}</h1>
        <LoadFailed error={header.error} onRetry={header.refetch} />
      </div>
    );
  }
  const loading = (
    <div className="page keeps-room py-10 noscript:hidden" aria-busy>
      <p role="status" className="sr-only">
        {t("checking")}
      </p>
      <Skeleton className="h-96" />
    </div>
  );
  if (verdict !== "show" && !waits) return loading;
  if ((state !== "full" && !waits) || isEntrance(pathname))
    return <div className="page keeps-room py-6">{children}</div>;
  return (
    <>
      {waits && loading}
      <div
        hidden={waits}
        className="page grid keeps-room grid-cols-[minmax(0,1fr)] content-start items-start gap-x-12 gap-y-6 py-6 lg:grid-cols-[15rem_1fr] lg:py-10 print:block"
      >
        <AccountNav />
        <div key={open.visitor} className="min-w-0">
          {children}
        </div>
      </div>
    </>
  );
}
