import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/lib/cn";

/** How much a button stands out, and on what. */
export type Look = "primary" | "secondary" | "quiet" | "ink";
type Size = "md" | "lg" | "sm" | "icon";

const looks: Record<Look, string> = {
  primary: "bg-accent text-white hover:bg-accent-dark",
  ink: "bg-ink text-white hover:bg-ink-2",
  secondary: "border border-line-2 bg-white text-ink hover:border-ink hover:bg-paper",
  quiet: "text-ink hover:bg-paper",
};
const sizes: Record<Size, string> = {
  sm: "h-9 px-3.5 text-sm",
  md: "h-11 px-5",
  icon: "size-11",
  lg: "h-13 px-6 text-base",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(look: Look = "primary", size: Size = "md", more?: string): string {
  return cn(
    "inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-colors duration-150 select-none forced-colors:border print:hidden",
    "disabled:pointer-events-none disabled:bg-paper-2 disabled:text-ink-3 disabled:border-transparent",
    "aria-disabled:bg-paper-2 aria-disabled:text-ink-3 aria-disabled:border-transparent",
    looks[look],
    sizes[size],
    more,
  );
}

type Props = ComponentProps<"button"> & { look?: Look; size?: Size };

/**
 * A button; type is "button" unless said otherwise. One that is aria-busy takes no press, be it a form's by Enter, and keeps
 * the focus, which one that is disabled loses.
 */
export function Button({ look, size, className, ...props }: Props) {
  const press = props["aria-busy"] ? hold : props.onClick;
  return <button type="button" {...props} onClick={press} className={buttonClass(look, size, className)} />;
}

const hold = (event: MouseEvent) => event.preventDefault();
