"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "./button";

const OverlayContext = createContext<(text: string) => void>(() => undefined);

/** Covers the page with a message until it is closed. */
export const useOverlay = () => useContext(OverlayContext);

/**
 * Holds the overlay that useOverlay shows. It is the browser's own dialog: without a network nothing can be loaded for it,
 * and focus and Escape are taken care of.
 */
export function OverlayProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("failure");
  const [text, setText] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const show = useCallback((next: string) => setText(next), []);
  useEffect(() => {
    if (text) dialog.current?.showModal();
  }, [text]);
  return (
    <OverlayContext value={show}>
      {children}
      {text && (
        <dialog
          ref={dialog}
          role="alertdialog"
          aria-labelledby="overlay-title"
          aria-describedby="overlay-text"
          onClose={() => setText("")}
          className="fixed inset-0 m-0 grid h-dvh max-h-none w-full max-w-none animate-fade place-content-center justify-items-center bg-white/95 px-6 text-center text-ink"
        >
          <CircleAlert aria-hidden className="size-14 text-bad" strokeWidth={1.5} />
          <h2 id="overlay-title" className="mt-5 text-2xl">
            {t("title")}
          </h2>
          <p id="overlay-text" className="mt-2 max-w-md text-ink-2">
            {text}
          </p>
          <Button className="mt-7" onClick={() => dialog.current?.close()}>
            {t("close")}
          </Button>
        </dialog>
      )}
    </OverlayContext>
  );
}
