import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type Props = {
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  className?: string;
  children: ReactNode;
};

/** A radio button in a row with what it stands for. */
export function Radio({ name, checked, disabled, onChange, className, children }: Props) {
  return (
    <label
      className={cn("flex min-h-11 items-center gap-3 py-1.5", disabled ? "text-ink-3" : "cursor-pointer", className)}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="grid size-5.5 shrink-0 place-items-center rounded-full border border-line-2 bg-white peer-checked:border-[6.5px] peer-checked:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:bg-paper-2"
      />
      {children}
    </label>
  );
}

type CheckboxProps = {
  name?: string;
  checked: boolean;
  /** The element that says what is wrong with it, while something is. */
  errorId?: string;
  /** The element that says more about it. */
  textId?: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** A checkbox with its label. */
export function Checkbox({ name, checked, errorId, textId, onChange, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId ?? textId}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="grid size-5.5 shrink-0 place-items-center rounded-md border border-line-2 bg-white text-white peer-not-checked:*:invisible peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink"
      >
        <Check className="size-4" strokeWidth={3} />
      </span>
      {children}
    </label>
  );
}
