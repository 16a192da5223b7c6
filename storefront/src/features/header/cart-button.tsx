"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useHeader } from "@/lib/cart/use-cart";
import { useMedia } from "@/lib/hooks/use-media";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { CartPopup } from "./cart-popup";

const leaveMs = 200;

/** The cart with its counter; on a desktop, hovering or focusing it shows what is inside. */
export function CartButton() {
  const t = useTranslations("header");
  const desktop = useMedia("(min-width: 1024px)");
  const pathname = usePathname();
  const header = useHeader();
  const count = header.data?.cartAmount ?? 0;
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const allowed = desktop && count > 0 && pathname !== "/warenkorb";
  const show = () => {
    clearTimeout(timer.current);
    if (allowed) setOpen(true);
  };
  const leave = () => {
    timer.current = setTimeout(() => setOpen(false), leaveMs);
  };
  return (
    // The wrapper only opens a preview of what the link leads to; the link itself works without it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative"
      onMouseEnter={show}
      onMouseLeave={leave}
      onFocus={show}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <Link
        href="/warenkorb"
        prefetch={false}
        aria-label={t("cartLabel", { count })}
        className="relative flex h-11 items-center gap-2.5 rounded-full px-2.5 font-semibold hover:bg-paper lg:px-4"
      >
        <ShoppingCart aria-hidden className="size-6" strokeWidth={1.75} />
        <span aria-hidden className="hidden lg:inline">
          {t("cart")}
        </span>
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-white tabular-nums lg:static"
          >
            {count}
          </span>
        )}
      </Link>
      {open && allowed && <CartPopup onLeave={() => setOpen(false)} />}
    </div>
  );
}
