"use client";

import { useQueryClient, type MutationKey, type UseMutationOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useOnce } from "./use-once";

/**
 * useOnce for a form that may be closed or left while it is sent: what has the same mutationKey knows that it is under way, and so
 * does the form that is opened again.
 */
export function useOnceAnywhere<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context> & { mutationKey: MutationKey },
) {
  const change = useOnce(options);
  const client = useQueryClient();
  const isUnderWay = () => client.isMutating({ mutationKey: options.mutationKey }) > 0;
  const underWay = useSyncExternalStore(client.getMutationCache().subscribe, isUnderWay, () => false);
  const mutate: typeof change.mutate = (...asked) => {
    if (!isUnderWay()) change.mutate(...asked);
  };
  return { ...change, isPending: change.isPending || underWay, mutate };
}
