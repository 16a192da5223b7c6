import type { ComponentProps } from "react";
import { useFocusLeft } from "@/lib/hooks/use-focus-left";
import { Button } from "./button";

type Props = Omit<ComponentProps<typeof Button>, "onClick"> & { onRetry: () => void };

/** A button that goes while what failed is tried again: what it stands in gets the focus meanwhile. */
export function RetryButton({ onRetry, ...button }: Props) {
  return <Button {...button} ref={useFocusLeft()} onClick={onRetry} />;
}
