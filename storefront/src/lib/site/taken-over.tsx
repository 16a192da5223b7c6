"use client";

import { useEffect } from "react";

/** Last of the page: tells server/starter.js that everything before it answers, so that it does what it kept until then. */
export function TakenOver() {
  useEffect(() => {
    window.dispatchEvent(new Event("kontor:ready"));
  }, []);
  return null;
}
