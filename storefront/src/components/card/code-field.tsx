"use client";

import { useEffect, useState } from "react";
import { TextField } from "@/components/ui/field";

const maskDelayMs = 1000;

type Props = { label: string; length: number; error?: string; onChange: (value: string) => void; className?: string };

/** A card's verification number: digits only, readable for a second while it is typed. */
export function CodeField({ label, length, error, onChange, className }: Props) {
  const [value, setValue] = useState("");
  const [masked, setMasked] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setMasked(true), maskDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <TextField
      label={label}
      required
      value={value}
      type={masked && value ? "password" : "text"}
      inputMode="numeric"
      autoComplete="cc-csc"
      error={error}
      className={className}
      onChange={(event) => {
        const next = event.target.value.replace(/\D/g, "").slice(0, length);
        setMasked(false);
        setValue(next);
        onChange(next);
      }}
    />
  );
}
