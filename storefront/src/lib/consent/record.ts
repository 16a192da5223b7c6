import { depthOf, ScrollRecorder } from "./scroll";
import { trackScrolling } from "./track";

const pushEveryMs = 60_000;

/**
 * Records how far the page at an address is scrolled and sends it: at its beginning, every minute, and when it is left. Gives what
 * ends that. url is what the records call the page.
 */
export function recordScrolling(url: string, { href, pathname }: { href: string; pathname: string }): () => void {
  const recorder = new ScrollRecorder(url, Date.now(), () => crypto.randomUUID?.() ?? String(Math.random()));
  const look = () => {
    if (window.location.pathname !== pathname) return; // it is the next page that scrolls to its top
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
}
