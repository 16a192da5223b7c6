"use client";

import { useEffect } from "react";
import { depthOf, ScrollRecorder } from "@/lib/consent/scroll";
import { trackScrolling } from "@/lib/consent/track";
import { useConsent } from "@/lib/consent/consent";
import { usePathname } from "@/lib/i18n/navigation";

const pushEveryMs = 60_000;

/** Records how far each page is scrolled and sends it: at its beginning, every minute, and when it is left. */
export function ScrollTracker() {
  const pathname = usePathname();
  const consent = useConsent();
  const wanted = typeof consent === "object" && Object.values(consent).some(Boolean);
  useEffect(() => {
    if (!wanted) return;
    const { href, pathname: path } = window.location;
    const recorder = new ScrollRecorder(pathname, Date.now(), () => crypto.randomUUID?.() ?? String(Math.random()));
    const look = () => {
      if (window.location.pathname !== path) return; // it is the next page that scrolls to its top
      const depth = depthOf(window.scrollY, window.innerHeight, document.documentElement.scrollHeight);
      recorder.at(depth, Date.now());
    };
    const push = (trigger: "init" | "timer" | "unload") => {
      const records = recorder.take(trigger);
      if (records.length > 0) trackScrolling(href, records, trigger === "unload");
    };
    const leave = () => push("unload");
    look();
    push("init");
    const timer = setInterval(() => push("timer"), pushEveryMs);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener("scroll", look);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [pathname, wanted]);
  return null;
}
