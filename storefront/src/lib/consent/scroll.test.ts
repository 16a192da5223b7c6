import { expect, it } from "vitest";
import { depthOf, ScrollRecorder } from "./scroll";

it("measures how far a page is scrolled", () => {
  expect(depthOf(0, 800, 2800)).toBe(0);
  expect(depthOf(1000, 800, 2800)).toBe(50);
  expect(depthOf(2100, 800, 2800)).toBe(100);
  expect(depthOf(0, 800, 600)).toBe(100);
});

it("records every quarter once, and the deepest point", () => {
  let id = 0;
  const recorder = new ScrollRecorder("/a", 1000, () => `e${id++}`);
  recorder.at(0, 1000);
  expect(recorder.take("init")).toEqual([
    { scrollDepth: 0, maxScrollDepth: 0, scrollTime: 0, dynamicUrl: "/a", eventId: "e0", eventTrigger: "init" },
  ]);
  for (const depth of [10, 24, 30, 49, 80, 60]) recorder.at(depth, 1500);
  const taken = recorder.take("timer");
  expect(taken.map((one) => [one.scrollDepth, one.maxScrollDepth, one.eventTrigger])).toEqual([
    [25, 30, "timer"],
    [50, 80, "timer"],
    [75, 80, "timer"],
    [50, 80, "timer"],
  ]);
  expect(recorder.take("unload")).toEqual([]);
});

it("records the quarters that a leap passes, either way, and none above where a page opens", () => {
  const recorder = new ScrollRecorder("/a", 0, () => "e");
  const depths = (trigger: "init" | "timer") => recorder.take(trigger).map((one) => one.scrollDepth);
  recorder.at(64, 0);
  expect(depths("init")).toEqual([50]);
  for (const depth of [100, 20]) recorder.at(depth, 0);
  expect(depths("timer")).toEqual([75, 100, 75, 50, 25, 0]);
});
