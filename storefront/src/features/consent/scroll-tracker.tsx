"use client";

import { useEffect } from "react";
import { useConsent } from "@/lib/consent/consent";
import { usePathname } from "@/lib/i18n/navigation";

/** Has each page's scrolling recorded. Who agreed to nothing does not load what does that. */
export function ScrollTracker() {
  const pathname = usePathname();
  const consent = useConsent();
  const wanted = typeof consent === "object" && Object.values(consent).some(Boolean);
  useEffect(() => {
    if (!wanted) return;
    const { href, pathname: path } = window.location;
    let left = false;
    let stop: (() => void) | undefined;
    import("@/lib/consent/record").then(
      ({ recordScrolling }) => {
        if (!left) stop = recordScrolling(pathname, { href, pathname: path });
      },
      () => undefined, // a page that cannot be recorded is not
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [pathname, wanted]);
  return null;
}
