import { expect, it } from "vitest";
import type { Ad } from "@/lib/api/types";
import { adBatcher, filledBy, nextOf } from "./batch";

const ad = (id: string): Ad => ({ id, title: id, text: "", cta: "", image: "", url: "/" });

it("asks for all places of a page at once, and leaves those without an ad empty", async () => {
  const calls: string[][] = [];
  let go = () => undefined as void;
  const fill = adBatcher(
    async (targets) => {
      calls.push(targets);
      return { error: "", rotationIsActive: true, templates: { top: ad("a") } };
    },
    (run) => (go = run),
  );
  const filled = Promise.all([fill("top"), fill("side"), fill("top")]);
  go();
  expect(await filled).toEqual([
    { ad: ad("a"), rotates: true },
    { ad: "noAd", rotates: true },
    { ad: ad("a"), rotates: true },
  ]);
  expect(calls).toEqual([["top", "side"]]);
});

it("shows nothing when the ads cannot be had", async () => {
  const fill = adBatcher(
    () => Promise.reject(new Error("down")),
    (run) => queueMicrotask(run),
  );
  expect(await fill("top")).toEqual({ ad: "noAd", rotates: false, failed: true });
  const failed = { error: "general", rotationIsActive: true, templates: { top: ad("a") } };
  expect(filledBy(failed, "top").ad).toBe("noAd");
});

it("lets an ad go that has ended, and keeps it where nobody could say", () => {
  const before = { ad: ad("a"), rotates: true };
  const ended = { ad: "noAd" as const, rotates: false };
  expect(nextOf(before, ended)).toMatchObject(ended);
  const kept = nextOf(before, { ...ended, failed: true });
  expect(kept).toEqual(before);
  expect(kept).not.toBe(before); // so that the place counts its minute anew
  expect(nextOf(undefined, { ...ended, failed: true })).toMatchObject(ended);
});
