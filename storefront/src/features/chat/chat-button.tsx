"use client";

import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { loadScript } from "@/lib/checkout/load-script";

const chatId = 1;

/** Opens the support chat. Its script is loaded by the first opening, and only then; it fills the element with its id. */
export function ChatButton({ script }: { script: string }) {
  const t = useTranslations("chat");
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const start = () => {
    setOpen(true);
    setFailed(false);
    loadScript(script)
      .then(() => window.dispatchEvent(new CustomEvent("kontor:chat-open", { detail: { chatId } })))
      .catch(() => setFailed(true));
  };
  return (
    <>
      <button type="button" onClick={start} className="flex items-center gap-2 hover:underline">
        <MessageCircle aria-hidden className="size-4.5" />
        {t("open")}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={t("title")} side="right">
        {failed ? (
          <Notice tone="error">{t("failed")}</Notice>
        ) : (
          <div id="support-chat" data-chat-id={chatId} aria-live="polite" className="min-h-80">
            <p className="text-ink-2">{t("loading")}</p>
          </div>
        )}
      </Dialog>
    </>
  );
}
