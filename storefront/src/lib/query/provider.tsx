"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { queryClient } from "./client";
import { agreeWithTabs } from "./tabs";

/** One query client per visitor. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  useEffect(() => agreeWithTabs(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
