"use client";

import { useState, type ReactNode } from "react";
import { later } from "./later";

const DialogBox = later(() => import("./dialog-box").then((box) => box.DialogBox));

/** What a dialog shows, and where. */
export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A modal in the middle, or a sheet from a side. */
  side?: "center" | "left" | "right";
  /** It is there to fill in: the first field gets the focus, not the button that closes. */
  fill?: boolean;
  /** What it says or asks, read out with its title. */
  text?: string;
  footer?: ReactNode;
  children?: ReactNode;
};

/**
 * A modal dialog or sheet: traps focus, closes on Escape, on a click outside and by the browser's "back", and gives focus
 * back. Every page may open some and most visits open none, so that its code is loaded when it is opened.
 */
export function Dialog(props: DialogProps) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? <DialogBox {...props} /> : null;
}
