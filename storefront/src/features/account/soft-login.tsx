"use client";

import { later } from "@/components/ui/later";
import { answerLogin, useLoginAsked } from "@/lib/account/soft-login";
import { useLoginExpiry } from "@/lib/account/use-login-state";

// It is loaded when it is asked for: most visitors never are.
const SoftLoginDialog = later(() => import("./soft-login-dialog").then((dialog) => dialog.SoftLoginDialog));

const cancel = (open: boolean) => !open && answerLogin(false);

/** Asks for the password when something wants a full login again (lib/account/soft-login). Mounted once per layout. */
export function SoftLogin() {
  useLoginExpiry();
  return <SoftLoginDialog open={useLoginAsked()} onOpenChange={cancel} onDone={answerLogin} />;
}
