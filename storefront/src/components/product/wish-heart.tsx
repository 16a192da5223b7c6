"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { cn } from "@/lib/cn";
import { useMessage } from "@/lib/i18n/use-message";
import { useToggleWish, useWishedIds } from "@/lib/wishlist/use-wishlist";

/** A round button that lies on a card's picture. */
export const roundButton =
  "grid size-10 place-items-center rounded-full border border-line bg-white transition-colors hover:border-ink";

type Props = { id: number; name: string; labelled?: boolean; className?: string };

/** Adds a product to the wishlist and deletes it from there, in turn; while a call is under way, clicks do nothing. */
export function WishHeart({ id, name, labelled, className }: Props) {
  const t = useTranslations("wishlist");
  const message = useMessage();
  const toast = useToast();
  const wished = useWishedIds()?.includes(id) ?? false;
  const toggle = useToggleWish();
  const click = () => {
    if (toggle.isPending) return;
    toggle.mutate({ id, wished }, { onError: (error) => toast("error", message(error, "wishlist")) });
  };
  const action = wished ? "delete" : "add";
  return (
    <button
      type="button"
      data-action={action}
      aria-label={t(`${action}Named`, { name })}
      aria-busy={toggle.isPending}
      onClick={click}
      className={labelled ? buttonClass("quiet", "sm", className) : cn(roundButton, className)}
    >
      <Heart aria-hidden className={cn("size-5", wished && "fill-accent text-accent")} strokeWidth={1.75} />
      {labelled && <span aria-hidden>{t(action)}</span>}
    </button>
  );
}
