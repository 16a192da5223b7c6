import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { useOnceAnywhere } from "./use-once-anywhere";

afterEach(() => vi.useRealTimers());

/** What a form gets of it that is opened now. */
function open(client: QueryClient, mutationFn: () => Promise<string>, id: number) {
  let given: ReturnType<typeof useOnceAnywhere<string>> | undefined;
  function Form() {
    given = useOnceAnywhere({ mutationKey: ["send", id], mutationFn });
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Form)));
  if (!given) throw new Error("it was not rendered");
  return given;
}

it("makes one call where the form was closed meanwhile and opened again, and another one for something else", async () => {
  vi.useFakeTimers();
  const call = vi.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 20_000, "sent")));
  const client = new QueryClient();
  open(client, call, 1).mutate();
  const again = open(client, call, 1);
  again.mutate();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(call).toHaveBeenCalledOnce();
  open(client, call, 2).mutate();
  await vi.advanceTimersByTimeAsync(0);
  expect(call).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_000);
  again.mutate();
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledTimes(3);
});
