import { expect, it } from "vitest";
import { ApiError } from "@/lib/api/error";
import { eventQueue } from "./queue";

const event = (name: string) => ({ kind: "add" as const, event: { eventType: name } });

function setUp(granted: () => string[] | undefined) {
  const sent: string[] = [];
  const state = { fails: 0, waits: [] as number[], failure: new Error("offline") };
  const queue = eventQueue({
    granted,
    send: async (_, { eventType, services }) => {
      if (state.fails-- > 0) throw state.failure;
      sent.push(`${eventType}:${services.join("+")}`);
    },
    wait: async (ms) => void state.waits.push(ms),
  });
  return { queue, sent, state };
}

it("sends events in their order, under the services that have consent", async () => {
  const { queue, sent } = setUp(() => ["a", "b"]);
  void queue.add(event("one"));
  await queue.add(event("two"));
  expect(sent).toEqual(["one:a+b", "two:a+b"]);
});

it("waits for the decision, and drops what nobody agreed to", async () => {
  let decided: string[] | undefined;
  const { queue, sent, state } = setUp(() => (state.waits.length >= 3 ? (decided = ["a"]) : decided));
  await queue.add(event("one"));
  expect([sent, state.waits.length]).toEqual([["one:a"], 3]);

  const undecided = setUp(() => undefined);
  await undecided.queue.add(event("one"));
  expect([undecided.sent, undecided.state.waits]).toEqual([[], Array(14).fill(200)]); // between 15 tries

  const refused = setUp(() => []);
  await refused.queue.add(event("one"));
  refused.queue.leave(event("two"));
  expect(refused.sent).toEqual([]);
});

it("keeps what did not get through for the next time", async () => {
  const { queue, sent, state } = setUp(() => ["a"]);
  state.fails = 1;
  await queue.add(event("one"));
  expect(sent).toEqual([]);
  await queue.add(event("two"));
  expect(sent).toEqual(["one:a", "two:a"]);
});

it("drops what is refused, which would hold up all others", async () => {
  const { queue, sent, state } = setUp(() => ["a"]);
  Object.assign(state, { fails: 1, failure: new ApiError(400, "event_too_large") });
  void queue.add(event("one"));
  await queue.add(event("two"));
  expect(sent).toEqual(["two:a"]);
});

/** A queue whose first event is under way until go is called. */
function setUpHeld() {
  const sent: string[] = [];
  let go = () => undefined as void;
  const first = new Promise<void>((resolve) => (go = resolve));
  const queue = eventQueue({
    granted: () => ["a"],
    send: async (_, { eventType }) => {
      if (sent.push(eventType) === 1) await first;
    },
    wait: () => Promise.resolve(),
  });
  return { queue, sent, go };
}

it("loses none of those that wait when the one that is under way was pushed out", async () => {
  const { queue, sent, go } = setUpHeld();
  void queue.add(event("first"));
  await Promise.resolve();
  const rest = Array.from({ length: 50 }, (_, at) => `event ${at}`);
  const all = rest.map((name) => queue.add(event(name)));
  go();
  await Promise.all(all);
  expect(sent).toEqual(["first", ...rest]);
});

it("sends what waits when the page goes away, and nothing twice", async () => {
  const { queue, sent, go } = setUpHeld();
  const added = [queue.add(event("first")), queue.add(event("second"))];
  queue.leave(event("last"));
  expect(sent).toEqual(["first", "second", "last"]);
  go();
  await Promise.all(added);
  expect(sent).toEqual(["first", "second", "last"]);
});
