"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { withFullLogin } from "@/lib/account/soft-login";
import { saveCard } from "@/lib/api/card";
import type { CardToken } from "@/lib/api/types";

/**
 * Saves a checked card for the next time and gives the shop's name of it. A card that cannot be saved is one to pay by
 * all the same: undefined then.
 */
export function useKeepCard() {
  const locale = useLocale();
  const client = useQueryClient();
  return async (token: CardToken): Promise<string | undefined> => {
    const answer = await withFullLogin(() => saveCard(token, locale)).catch(() => undefined);
    if (!answer?.successful) return undefined;
    client.removeQueries({ queryKey: ["cards"] });
    return answer.alias;
  };
}
