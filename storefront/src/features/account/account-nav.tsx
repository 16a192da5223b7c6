"use client";

import { ArrowLeft, LogOut } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Loader } from "@/components/ui/loader";
import { useToast } from "@/components/ui/toast";
import { logout } from "@/lib/api/account";
import { above } from "@/lib/account/guard";
import { useCustomer, useForgetVisitor } from "@/lib/account/use-account";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

const entries = [
  { key: "overview", href: "/kundenkonto" },
  { key: "orders", href: "/kundenkonto/bestellungen" },
  { key: "data", href: "/kundenkonto/kontaktinformationen" },
  { key: "addresses", href: "/kundenkonto/adressen" },
  { key: "cards", href: "/kundenkonto/kreditkarten" },
  { key: "campus", href: "/kundenkonto/studentenprogramm" },
] as const;

const elsewhere = [
  { key: "newsletter", href: "/newsletter" },
  { key: "help", href: "/infocenter/section/help" },
  { key: "shop", href: "/" },
] as const;

const entryClass = "flex min-h-11 items-center gap-2 rounded-xl px-3 hover:bg-paper";

/** The account's navigation with its greeting; on a phone, a way back to the page above stands in for it there. */
export function AccountNav() {
  const t = useTranslations("account.nav");
  const pathname = usePathname();
  const customer = useCustomer();
  const overview = pathname === "/kundenkonto";
  const { customerId = 0, businessCustomer = true } = customer.data ?? {};
  const lacking: string[] = [];
  if (customerId === 0) lacking.push("cards"); // a light account saves none
  if (businessCustomer) lacking.push("campus");
  return (
    <nav aria-label={t("label")}>
      {!overview && (
        <Link href={above(pathname)} className="inline-flex min-h-11 items-center gap-2 font-semibold lg:hidden">
          <ArrowLeft aria-hidden className="size-5" />
          {t("back")}
        </Link>
      )}
      <div className={cn("xs:max-lg:-mx-3", !overview && "hidden lg:block")}>
        <p className="px-3 text-lg font-semibold">{t("greeting", { name: customer.data?.firstName ?? "" })}</p>
        <p className="min-h-6 px-3 text-sm text-ink-3">
          {customer.data?.customerNumber && t("number", { number: customer.data.customerNumber })}
        </p>
        <ul className="mt-3 grid">
          {entries.map(({ key, href }) => {
            // Until the customer is known they keep their room: what is below them would move.
            if (lacking.includes(key)) return customer.isPending && <li key={key} aria-hidden className="min-h-11" />;
            const current = href === "/kundenkonto" ? overview : pathname.startsWith(href);
            return (
              <li key={key} className={cn(key === "overview" && "hidden lg:block")}>
                <Link
                  href={href}
                  aria-current={current ? "page" : undefined}
                  className={cn(entryClass, current && "bg-paper font-semibold")}
                >
                  {t(key)}
                </Link>
              </li>
            );
          })}
          {elsewhere.map(({ key, href }, i) => (
            <li key={key} className={cn(i === 0 && "mt-2 border-t border-line pt-2")}>
              <Link href={href} className={entryClass}>
                {t(key)}
              </Link>
            </li>
          ))}
          <li>
            <Logout />
          </li>
        </ul>
      </div>
    </nav>
  );
}

function Logout() {
  const t = useTranslations("account.nav");
  const locale = useLocale();
  const toast = useToast();
  const message = useMessage();
  const forget = useForgetVisitor();
  const leave = useOnce({
    mutationFn: () => logout(locale),
    onSuccess: () => forget(), // the guard leads to the log-in then
    onError: (error) => toast("error", message(error, "general")),
  });
  return (
    <>
      <button type="button" onClick={() => leave.mutate()} className={cn(entryClass, "w-full")}>
        <LogOut aria-hidden className="size-5" />
        {t("logout")}
      </button>
      {leave.isPending && <Loader title={t("wait")} text={t("leaving")} />}
    </>
  );
}
