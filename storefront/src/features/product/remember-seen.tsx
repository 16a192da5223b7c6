"use client";

import { useEffect } from "react";
import { rememberSeen } from "@/lib/remembered/cookie";

/** Remembers in this browser that the product was looked at. */
export function RememberSeen({ id }: { id: number }) {
  useEffect(() => rememberSeen(id), [id]);
  return null;
}
