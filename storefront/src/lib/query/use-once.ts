"use client";

import { notifyManager, useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A mutation that is made once, however often it is asked for meanwhile. That it is under way is known from the press on and not
 * from when it shows, and until what became of it shows; it cannot be reset before. What has to happen in any case belongs
 * into the options: what is given to mutate is not heard of once the component is gone.
 */
export function useOnce<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
) {
  const change = useMutation(options);
  const underWay = useRef(false);
  const end = () => notifyManager.schedule(() => (underWay.current = false));
  const mutate: typeof change.mutate = (...asked) => {
    if (underWay.current) return;
    underWay.current = true;
    change.mutateAsync(...asked).then(end, end);
  };
  return { ...change, mutate, reset: () => underWay.current || change.reset() };
}
