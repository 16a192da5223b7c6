"use client";

import { useEffect } from "react";

/**
 * Last of the page: tells server/starter.js that everything before it answers, so that it does what it kept until then, and
 * marks the document.
 */
export function TakenOver() {
  useEffect(() => {
    document.documentElement.dataset.takenOver = "";
    window.dispatchEvent(new Event("kontor:ready"));
  }, []);
  return null;
}
