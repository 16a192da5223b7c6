import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server's page is taken over, true from then on: what depends on the browser may be shown. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
