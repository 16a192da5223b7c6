import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { HeaderData } from "@/lib/api/types";
import { queryClient } from "@/lib/query/client";
import { changeHeader } from "./use-cart";

it("reads the header again where the first reading is under way, which may have come before the change", async () => {
  const client = queryClient();
  const answers: ((data: Partial<HeaderData>) => void)[] = [];
  const queryFn = vi.fn(
    () => new Promise<HeaderData>((resolve) => answers.push((data) => resolve(data as HeaderData))),
  );
  const stop = new QueryObserver(client, { queryKey: ["header"], queryFn }).subscribe(() => undefined);
  changeHeader(client, (old) => old);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  answers[1]?.({ comparison: [1] });
  answers[0]?.({ comparison: [] });
  await vi.waitFor(() => expect(client.getQueryData(["header"])).toEqual({ comparison: [1] }));
  stop();
});
