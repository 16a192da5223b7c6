import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { useOnce } from "./use-once";

afterEach(() => vi.useRealTimers());

/** What a component gets of it at its first rendering, after which it is not rendered again: nothing has come to it yet. */
function begin(mutationFn: () => Promise<string>, onSuccess?: () => void) {
  let given: ReturnType<typeof useOnce<string>> | undefined;
  function Form() {
    given = useOnce({ mutationFn, onSuccess });
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Form)));
  if (!given) throw new Error("it was not rendered");
  return given;
}

it("makes one call of two presses before React shows that one is under way, and of one before it shows the answer", async () => {
  vi.useFakeTimers();
  let answer: (value: string) => void = () => undefined;
  const call = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const done = vi.fn();
  const form = begin(call, done);
  form.mutate();
  form.mutate();
  expect(form.isPending, "what was rendered does not know").toBe(false);
  await Promise.resolve();
  answer("sent");
  for (let step = 0; step < 50; step++) await Promise.resolve();
  expect(done).toHaveBeenCalledOnce();
  form.mutate();
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledOnce();
  form.mutate();
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledTimes(2);
});

it("can be asked again after a failure", async () => {
  vi.useFakeTimers();
  const call = vi.fn(() => Promise.reject(new Error("lost")));
  const form = begin(call);
  form.mutate();
  await vi.runAllTimersAsync();
  form.mutate();
  await vi.runAllTimersAsync();
  expect(call).toHaveBeenCalledTimes(2);
});
