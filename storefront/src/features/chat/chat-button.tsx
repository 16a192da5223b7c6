"use client";

import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { later } from "@/components/ui/later";

// The dialog is loaded when it is opened: most visitors never do.
const ChatDialog = later(() => import("./chat-dialog").then((dialog) => dialog.ChatDialog));

/** Opens the support chat. */
export function ChatButton() {
  const t = useTranslations("chat");
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const start = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={start} className="flex gap-2 text-left hover:underline">
        <MessageCircle aria-hidden className="mt-[0.2em] size-4.5 shrink-0" />
        {t("open")}
      </button>
      {asked && <ChatDialog open={open} onOpenChange={setOpen} />}
    </>
  );
}
