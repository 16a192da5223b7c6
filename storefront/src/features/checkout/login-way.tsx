import type { ReactNode } from "react";
import type { Look } from "@/components/ui/button";

type Props = { active: boolean; onActivate: () => void; children: (look: Look) => ReactNode };

/** One of the ways to say who orders; the one that was clicked or has the focus, or had it last, stands out, with the look for its button. */
export function LoginWay({ active, onActivate, children }: Props) {
  return (
    // It only shows which form is in use; the form itself works without it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <section
      onClick={onActivate}
      onFocus={onActivate}
      data-active={active || undefined}
      className="rounded-card border-2 border-line p-5 data-active:border-ink lg:p-7"
    >
      {children(active ? "primary" : "secondary")}
    </section>
  );
}
