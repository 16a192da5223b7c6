"use client";

import { useState } from "react";
import { useHere } from "@/lib/hooks/use-here";
import { useToast } from "./toast";

/**
 * What a form says went wrong, and a way to tell it: in the form, or in a passing message where that was closed or left before
 * the answer came.
 */
export function useTold() {
  const [told, setTold] = useState<string>();
  const toast = useToast();
  const here = useHere();
  const tell = (text?: string) => (here.current || !text ? setTold(text) : toast("error", text));
  return [told, tell] as const;
}
