"use client";

import type { LucideIcon } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useMedia } from "@/lib/hooks/use-media";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";

const leaveMs = 200;

type Props = {
  href: string;
  icon: LucideIcon;
  label: string;
  text: string;
  count: number;
  /** False leaves the popup out. */
  preview?: boolean;
  previewLabel: string;
  /** What the popup shows; close closes it. */
  children: (close: () => void) => ReactNode;
};

/** A link with a counter; on a desktop, hovering or focusing it shows a preview of what is inside. */
export function PreviewLink({ href, icon: Icon, label, text, count, preview = true, previewLabel, children }: Props) {
  const desktop = useMedia("(min-width: 1024px)");
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const allowed = preview && desktop && count > 0 && pathname !== href;
  const show = () => {
    clearTimeout(timer.current);
    if (allowed) setOpen(true);
  };
  const leave = () => {
    timer.current = setTimeout(() => setOpen(false), leaveMs);
  };
  return (
    // The wrapper only opens a preview of what the link leads to; the link itself works without it.
    <div
      data-preview
      className="relative"
      onMouseEnter={show}
      onMouseLeave={leave}
      onFocus={show}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Link
        href={href}
        aria-label={label}
        className="relative flex h-11 items-center gap-2.5 rounded-full px-2.5 font-semibold hover:bg-paper xl:px-4"
      >
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
        <span aria-hidden className="hidden xl:inline">
          {text}
        </span>
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-white tabular-nums xl:static"
          >
            {count}
          </span>
        )}
      </Link>
      {open && allowed && (
        <div className="absolute top-full right-0 z-50 w-96 pt-2">
          <div
            role="group"
            aria-label={previewLabel}
            className="animate-rise rounded-2xl border border-line bg-white p-5 shadow-pop"
          >
            {children(() => setOpen(false))}
          </div>
        </div>
      )}
    </div>
  );
}
