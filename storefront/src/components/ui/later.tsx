"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { isOutdated, renew } from "@/lib/release/outdated";
import { useToast } from "./toast";

/** The ways in which what is shown later says that it is closed again. */
type Closable = { open?: boolean; onOpenChange?: (open: boolean) => void; onClose?: () => void };

/**
 * A component whose code is loaded when it is first shown, for what most visits never see; waiting stands in its place
 * meanwhile, or the line of a page that is underway, as for a dialog. Where it cannot be loaded, that is said, the page stays as it
 * is, and showing it again tries again; a page from before a release, whose code is gone, is loaded anew. It is for the browser
 * alone.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = <div className="underway" />,
) {
  let loaded: ComponentType<P> | undefined;
  const begin = async () => (loaded ??= await load());
  return function Later(props: P) {
    const t = useTranslations("errors");
    const toast = useToast();
    const [Component, setComponent] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    const { open = true, onOpenChange, onClose } = props as Closable;
    useEffect(() => {
      if (!open || Component) return;
      let here = true;
      const fail = async (error: unknown) => {
        const outdated = await isOutdated(error);
        if (!here || (outdated && renew())) return;
        setFailed(true);
        toast("error", t(outdated ? "outdated" : "network"));
        onOpenChange?.(false);
        onClose?.();
      };
      begin().then((component) => here && setComponent(() => component), fail);
      return () => void (here = false);
    }, [open, Component, onOpenChange, onClose, toast, t]);
    if (Component) return <Component {...props} />;
    return open && !failed ? waiting : null;
  };
}
