import { expect, it } from "vitest";
import { ApiError } from "@/lib/api/error";
import { queryClient } from "./client";

const isOld = (client: ReturnType<typeof queryClient>) => client.getQueryState(["header"])?.isInvalidated;

function seen(): ReturnType<typeof queryClient> {
  const client = queryClient();
  client.setQueryData(["header"], { isLoggedIn: true });
  return client;
}

it("reads again who is logged in where a call says that nobody is: the session was ended elsewhere", async () => {
  const reads = seen();
  const asked = reads.fetchQuery({
    queryKey: ["addresses"],
    queryFn: () => Promise.reject(new ApiError(401, "login_required")),
  });
  await expect(asked).rejects.toThrow();
  expect(isOld(reads)).toBe(true);

  const changes = seen();
  const mutation = changes
    .getMutationCache()
    .build(changes, { mutationFn: () => Promise.reject(new ApiError(401, "login_required")) });
  await expect(mutation.execute(undefined)).rejects.toThrow();
  expect(isOld(changes)).toBe(true);
});

it("leaves it at any other refusal: what waits for the password goes on by itself", async () => {
  const client = seen();
  const asked = client.fetchQuery({
    queryKey: ["addresses"],
    queryFn: () => Promise.reject(new ApiError(401, "full_login_required")),
  });
  await expect(asked).rejects.toThrow();
  expect(isOld(client)).toBe(false);
});
