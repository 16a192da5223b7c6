"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { cn } from "@/lib/cn";
import { shownFor, type Tone } from "@/lib/feedback/lifetime";
import { useTabTo } from "@/lib/hooks/use-tab-to";
import { Notice } from "./notice";

const fadeMs = 1000;

type Message = { id: number; tone: Tone; content: ReactNode; ms?: number };
type Show = (tone: Tone, content: ReactNode) => void;

const ToastContext = createContext<Show>(() => undefined);

/** Shows a passing message, which the next press of Tab reaches: it fades after a while (lib/feedback/lifetime), or at a click. */
export const useToast = () => useContext(ToastContext);

/** Holds the messages that useToast shows. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const next = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const origin = useRef<Element>(null);
  useTabTo(region, origin);
  const show = useCallback<Show>((tone, content) => {
    next.current += 1;
    origin.current = document.activeElement;
    const message = { id: next.current, tone, content, ms: shownFor(tone, window.location.pathname) };
    setMessages((all) => [...all.slice(-2), message]);
  }, []);
  const [held, setHeld] = useState(false); // one of them has the focus
  const drop = useCallback((id: number) => {
    if (region.current?.contains(document.activeElement)) (origin.current as HTMLElement).focus();
    setMessages((all) => all.filter((message) => message.id !== id));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* It is there before what it reads out: what comes together with its message is not heard of everywhere. */}
      <div
        ref={region}
        role="status"
        aria-atomic={false}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className="toasts fixed"
      >
        {messages.map((message) => (
          <Toast key={message.id} message={message} held={held} onGone={drop} />
        ))}
      </div>
    </ToastContext>
  );
}

type ToastProps = { message: Message; held: boolean; onGone: (id: number) => void };

function Toast({ message, held, onGone }: ToastProps) {
  const t = useTranslations("common");
  const [fading, setFading] = useState(false);
  useEffect(() => {
    const ms = fading ? fadeMs : message.ms;
    if (ms === undefined || (held && !fading)) return;
    const timer = setTimeout(() => (fading ? onGone(message.id) : setFading(true)), ms);
    return () => clearTimeout(timer);
  }, [fading, held, message, onGone]);
  return (
    // A click anywhere on the message dismisses it. It goes by itself too, or has a button: the keyboard loses nothing.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={() => setFading(true)}
      className={cn(
        "pointer-events-auto w-full animate-rise rounded-xl shadow-pop transition-opacity duration-1000",
        fading && "opacity-0",
      )}
    >
      <Notice told tone={message.tone}>
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">{message.content}</div>
          {message.ms === undefined && (
            <button type="button" aria-label={t("close")} className="-m-1 grid size-7 place-items-center rounded-full">
              <X aria-hidden className="size-4.5" />
            </button>
          )}
        </div>
      </Notice>
    </div>
  );
}
