import { useId } from "react";
import { FieldError, inputClass } from "@/components/ui/field";
import { cn } from "@/lib/cn";

type Props = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  error?: string;
  onChange: (file: File | undefined) => void;
};

/** A labelled choice of one file. */
export function FileField({ name, label, hint, accept, error, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="file"
        required
        accept={accept}
        aria-invalid={Boolean(error)}
        aria-describedby={cn(`${id}-hint`, error && `${id}-error`)}
        onChange={(event) => onChange(event.target.files?.[0])}
        className={cn(
          inputClass,
          "px-2 py-1.75 file:mr-3 file:h-8 file:rounded-lg file:bg-paper-2 file:px-3 file:text-sm file:font-semibold",
        )}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
        {hint}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
