"use client";

import type { ReactNode } from "react";
import type { Site } from "@/lib/api/types";
import { useSite } from "@/lib/site/context";

type Notice = NonNullable<Site["hides"]>[number];

/** What a law of the market wants said; nothing where the operator switched it off (market.* of the configuration). */
export function LegalNotice({ of, children }: { of: Notice; children: ReactNode }) {
  return useSite().hides.includes(of) ? null : children;
}
