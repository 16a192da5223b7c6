"use client";

import { useEffect } from "react";
import type { HeaderData } from "@/lib/api/types";
import { useHeader } from "@/lib/cart/use-cart";
import type { LoginState } from "./guard";

function stateOf(header: HeaderData): LoginState {
  if (header.isLoggedIn) return "full";
  return header.isLoggedInSoft ? "soft" : "none";
}

/** Whether the visitor is logged in, fully or softly; undefined while that is not known. */
export function useLoginState(): LoginState | undefined {
  const header = useHeader();
  return header.data && stateOf(header.data);
}

const longestTimerMs = 2 ** 31 - 1;

/** Reads the header again a second before the full login ends, and once more when it surely has. */
export function useLoginExpiry(): void {
  const header = useHeader();
  const { refetch } = header;
  const ends = header.data?.isLoggedIn ? header.data.fullLoginExpiryTimestamp : undefined;
  useEffect(() => {
    if (!ends) return;
    const timers = [ends - 1, ends + 1].map((at) => {
      const wait = Math.max(at * 1000 - Date.now(), 1000);
      return setTimeout(() => void refetch(), Math.min(wait, longestTimerMs));
    });
    return () => timers.forEach(clearTimeout);
  }, [ends, refetch]);
}
