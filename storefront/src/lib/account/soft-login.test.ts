import { expect, it, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { answerLogin, withFullLogin } from "./soft-login";

const softly = () => new ApiError(401, "full_login_required");

it("calls again once the visitor has logged in", async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(softly()).mockResolvedValueOnce("done");
  const result = withFullLogin(call);
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  await Promise.resolve();
  answerLogin(true);
  await expect(result).resolves.toBe("done");
  expect(call).toHaveBeenCalledTimes(2);
});

it("asks once more where the page took the visitor to be logged in, and the shop does not", async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(softly()).mockRejectedValueOnce(softly());
  const result = withFullLogin(call.mockResolvedValueOnce("done"));
  for (const calls of [1, 2]) {
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(calls));
    await Promise.resolve();
    answerLogin(true);
  }
  await expect(result).resolves.toBe("done");
  expect(call).toHaveBeenCalledTimes(3);
});

it("gives up with the refusal when the visitor closes the question", async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValue(softly());
  const result = withFullLogin(call);
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  await Promise.resolve();
  answerLogin(false);
  await expect(result).rejects.toMatchObject({ reason: "full_login_required" });
  expect(call).toHaveBeenCalledOnce();
});

it("asks nothing for other refusals", async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError(409, "cart_full"));
  await expect(withFullLogin(call)).rejects.toMatchObject({ reason: "cart_full" });
});
