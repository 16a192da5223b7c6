import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

type Props = {
  chat: Chat;
  agreed: boolean;
  onAgree: () => void;
  onPlace: (script: string, chatId: number) => void;
  /** Closes what would cover the page to which a link leads. */
  onFollow: () => void;
};

/** Asks before anything is loaded from the provider; afterwards it is the place that the script fills, and says so. */
export function ChatOffer({ chat, agreed, onAgree, onPlace, onFollow }: Props) {
  const t = useTranslations("chat");
  const place = useRef(onPlace);
  const { script, id } = chat;
  useEffect(() => {
    if (agreed) place.current(script, id); // again after the dialog was closed: the place is a new one
  }, [agreed, script, id]);
  if (agreed) {
    return (
      <div id="support-chat" data-chat-id={chat.id} aria-live="polite" className="min-h-80">
        <p className="text-ink-2">{t("loading")}</p>
      </div>
    );
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">
        {t.rich("consent", {
          provider: new URL(chat.script).host,
          privacy: (chunks) => (
            <Link href="/infocenter/section/privacy" onClick={onFollow} className="underline underline-offset-4">
              {chunks}
            </Link>
          ),
        })}
      </p>
      <Button onClick={onAgree}>{t("start")}</Button>
    </>
  );
}
