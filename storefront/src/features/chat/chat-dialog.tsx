"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchChat } from "@/lib/api/site";
import { loadScript } from "@/lib/checkout/load-script";
import { trackTag } from "@/lib/consent/track";
import { inTab } from "@/lib/remembered/shelf";
import { ChatHours } from "./chat-hours";
import { ChatOffer } from "./chat-offer";

const agreedKey = "kontor.chat";

/**
 * The support chat: when somebody answers, and the provider's script once the visitor agrees to it, which holds for the
 * session. The script fills the element with the id support-chat and is loaded once.
 */
export function ChatDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("chat");
  const chat = useQuery({ queryKey: ["chat"], queryFn: fetchChat, enabled: open, staleTime: 60_000 });
  const [agreed, setAgreed] = useState(() => inTab.getItem(agreedKey) === "1");
  const [failed, setFailed] = useState(false);
  const agree = () => {
    inTab.setItem(agreedKey, "1");
    setAgreed(true);
  };
  const start = (script: string, chatId: number) => {
    setFailed(false);
    loadScript(script)
      .then(() => {
        trackTag("support-chat", true);
        window.dispatchEvent(new CustomEvent("kontor:chat-open", { detail: { chatId } }));
      })
      .catch(() => {
        trackTag("support-chat", false);
        setFailed(true);
      });
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} side="right">
      {chat.isPending && <Skeleton className="h-40" />}
      {(chat.isError || failed) && (
        <>
          <Notice tone="error" className="mb-4">
            {t("failed")}
          </Notice>
          <Button
            look="secondary"
            onClick={() => (chat.data ? setFailed(false) : void chat.refetch())} // its place starts it, where it comes
          >
            {t("retry")}
          </Button>
        </>
      )}
      {chat.data && !failed && (
        <>
          <ChatHours chat={chat.data} />
          {chat.data.open && (
            <ChatOffer
              chat={chat.data}
              agreed={agreed}
              onAgree={agree}
              onPlace={start}
              onFollow={() => onOpenChange(false)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
