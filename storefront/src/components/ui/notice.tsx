import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

const tones = {
  error: { icon: CircleAlert, look: "bg-bad-soft text-bad" },
  success: { icon: CircleCheck, look: "bg-good-soft text-good" },
  info: { icon: Info, look: "bg-paper text-ink" },
  warning: { icon: Info, look: "bg-warn-soft text-warn" },
};

type Props = {
  tone: keyof typeof tones;
  children: ReactNode;
  className?: string;
  /** Answers what was pressed elsewhere on the page: as it appears it is scrolled to and gets the focus, unless a field has it. */
  reveal?: boolean;
  /** What it comes in reads out what comes: then it does not so itself. */
  told?: boolean;
};

function come(message: HTMLElement | null) {
  if (!document.activeElement?.matches("input, select, textarea")) message?.focus({ preventScroll: true });
  message?.scrollIntoView({ block: "center" });
}

/** A message in the page. Errors are announced at once, the others politely. */
export function Notice({ tone, children, className, reveal, told }: Props) {
  const { icon: Icon, look } = tones[tone];
  return (
    <div
      ref={reveal ? come : undefined}
      tabIndex={reveal ? -1 : undefined}
      role={tone === "error" ? "alert" : told ? undefined : "status"}
      className={cn("flex gap-3 rounded-xl px-4 py-3 text-sm font-medium", look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
