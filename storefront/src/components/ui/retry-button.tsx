import type { ComponentProps } from "react";
import { leaves } from "@/lib/focus/leave";
import { Button } from "./button";

type Props = Omit<ComponentProps<typeof Button>, "onClick"> & { onRetry: () => void };

/** A button that goes while what failed is tried again: what it stands in gets the focus meanwhile. */
export function RetryButton({ onRetry, ...button }: Props) {
  return <Button {...button} ref={leaves} onClick={onRetry} />;
}
