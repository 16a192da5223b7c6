"use client";

import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Notice } from "./notice";

const hideAfterMs = 6000;
const fadeMs = 1000;

type Tone = "error" | "success" | "info";
type Message = { id: number; tone: Tone; content: ReactNode };
type Show = (tone: Tone, content: ReactNode) => void;

const ToastContext = createContext<Show>(() => undefined);

/** Shows a passing message: it fades after six seconds, or at a click. */
export const useToast = () => useContext(ToastContext);

/** Holds the messages that useToast shows. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const next = useRef(0);
  const show = useCallback<Show>((tone, content) => {
    next.current += 1;
    setMessages((all) => [...all.slice(-2), { id: next.current, tone, content }]);
  }, []);
  const drop = useCallback((id: number) => setMessages((all) => all.filter((message) => message.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col items-end gap-2 sm:left-auto sm:w-[24rem]">
        {messages.map((message) => (
          <Toast key={message.id} message={message} onGone={drop} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ message, onGone }: { message: Message; onGone: (id: number) => void }) {
  const [fading, setFading] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => (fading ? onGone(message.id) : setFading(true)), fading ? fadeMs : hideAfterMs);
    return () => clearTimeout(timer);
  }, [fading, message.id, onGone]);
  return (
    // A click anywhere on the message dismisses it; it goes by itself too, so the keyboard loses nothing.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={() => setFading(true)}
      className={cn(
        "pointer-events-auto w-full animate-rise rounded-xl shadow-pop transition-opacity duration-1000",
        fading && "opacity-0",
      )}
    >
      <Notice tone={message.tone}>{message.content}</Notice>
    </div>
  );
}
