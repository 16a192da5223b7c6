import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";
import type { Site } from "@/lib/api/types";
import { CartButton } from "./cart-button";
import { HeaderFrame } from "./header-frame";
import { LanguageLink } from "./language-link";
import { SearchBox } from "./search-box";
import { UserButton } from "./user-button";
import { WishlistButton } from "./wishlist-button";

type Props = { site: Site; menu: ReactNode; bar: ReactNode };

/**
 * The shop's header: it leaves when the page is scrolled down and comes back on the way up. menu and bar are navigation. A
 * partner's has no account, no wishlist and no preview of the cart.
 */
export function SiteHeader({ site, menu, bar }: Props) {
  const t = useTranslations("header");
  const { whiteLabel, withdrawalDays, deliveryCountries } = site;
  return (
    <HeaderFrame>
      <div className="hidden bg-ink text-[0.8125rem] text-white lg:block">
        <div className="page flex h-8 items-center justify-between">
          <p>{t("promise", { days: withdrawalDays, others: deliveryCountries - 1 })}</p>
          <LanguageLink />
        </div>
      </div>
      {/* In the order in which wide screens show it, which keyboards follow; narrow ones have the menu first and the search below. */}
      <div className="page grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-2.5 py-3 [reading-flow:grid-rows] max-xs:gap-x-1 lg:grid-cols-[auto_auto_1fr_auto] lg:gap-x-6">
        <div className="min-w-0">
          <Brand />
        </div>
        <div className="max-lg:-order-1">{menu}</div>
        <div className="max-lg:order-1 max-lg:col-span-3">
          <SearchBox />
        </div>
        <div className="flex items-center">
          {!whiteLabel && (
            <>
              <UserButton />
              <WishlistButton />
            </>
          )}
          <CartButton preview={!whiteLabel} />
        </div>
      </div>
      {bar}
    </HeaderFrame>
  );
}
