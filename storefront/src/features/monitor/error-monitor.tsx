"use client";

import { useEffect } from "react";
import { report } from "@/lib/monitor/report";

const textOf = (thrown: unknown) => (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown));

/** Tells the shop of what is thrown and nobody catches. It shows nothing. */
export function ErrorMonitor() {
  useEffect(() => {
    const onError = ({ message, filename, lineno, colno }: ErrorEvent) =>
      report("error", message, { source: filename, line: lineno, column: colno });
    const onRejection = ({ reason }: PromiseRejectionEvent) => report("rejection", textOf(reason));
    window.addEventListener("error", onError);
    window.addEventListener("unhandledrejection", onRejection);
    return () => {
      window.removeEventListener("error", onError);
      window.removeEventListener("unhandledrejection", onRejection);
    };
  }, []);
  return null;
}
