"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { withFullLogin } from "@/lib/account/soft-login";
import { endOtherSessions, endSession, fetchSessions } from "@/lib/api/privacy";
import type { AccountSession } from "@/lib/api/types";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { Loaded } from "@/components/ui/loaded";
import { useFailure } from "@/lib/i18n/use-failure";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { useOnce } from "@/lib/query/use-once";
import { Box } from "./box";

const key = ["sessions"];

/** Where the customer is logged in, with a way out for each browser but this one. */
export function SessionsBox() {
  const t = useTranslations("account.sessions");
  const locale = useLocale();
  const toast = useToast();
  const failure = useFailure();
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: key, queryFn: () => withFullLogin(() => fetchSessions(locale)) });
  const end = useOnce({
    mutationFn: (id?: string) => withFullLogin(() => (id ? endSession(id, locale) : endOtherSessions(locale))),
    onSuccess: () => toast("success", t("ended")),
    onError: (error) => toast("error", failure(error, t("failed"))),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const place = useFocusKept<HTMLDivElement>(sessions.data?.length ?? 0);
  return (
    <Box title={t("title")}>
      <p className="mb-3 text-ink-2">{t("text")}</p>
      <Loaded query={sessions}>
        {(list) => (
          <div ref={place} tabIndex={-1} className="outline-none">
            <ul className="divide-y divide-line">
              {list.map((one) => (
                <Row key={one.id} one={one} busy={end.isPending} onEnd={() => end.mutate(one.id)} />
              ))}
            </ul>
            {list.length > 1 && (
              <Button
                look="secondary"
                className="mt-4"
                aria-disabled={end.isPending}
                aria-busy={end.isPending}
                onClick={() => end.mutate(undefined)}
              >
                {t("endOthers")}
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </Box>
  );
}

function Row({ one, busy, onEnd }: { one: AccountSession; busy: boolean; onEnd: () => void }) {
  const t = useTranslations("account.sessions");
  const format = useFormatter();
  const device = one.device || t("unknown");
  const seen = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <span className="block font-semibold">{device}</span>
        <span id={seen} className="block text-sm break-words text-ink-3">
          {one.client && `${t("from", { client: one.client })}, `}
          {t("used", { date: format.dateTime(new Date(one.lastUsed), { dateStyle: "medium", timeStyle: "short" }) })}
        </span>
      </span>
      {one.current ? (
        <span className="text-sm text-ink-2">{t("current")}</span>
      ) : (
        <Button
          look="secondary"
          aria-disabled={busy}
          aria-busy={busy}
          aria-label={t("endOne", { device })}
          aria-describedby={seen}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
