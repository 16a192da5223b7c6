import { isRefusal } from "@/lib/api/refusal";
import type { EventKind, TrackedEvent } from "@/lib/api/tracking";

/** An event before it is known who may get it. */
type Waiting = { kind: EventKind; event: Omit<TrackedEvent, "services"> };

/** How often consent is looked for, and how long apart, before a visitor's events are dropped. */
export const readinessTries = 15;
const readinessPauseMs = 200;

const limit = 50;

type Parts = {
  /** The services that have consent; undefined while the visitor has not decided. */
  granted: () => string[] | undefined;
  send: (kind: EventKind, event: TrackedEvent) => Promise<unknown>;
  wait: (ms: number) => Promise<void>;
};

/**
 * A queue of events: they wait until consent is known, are dropped when it is not given, and are sent one after the
 * other. An event that does not get through is tried again with the next one; one that is refused is dropped, as it
 * would be refused again and hold up all others.
 */
export function eventQueue({ granted, send, wait }: Parts) {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function ready(): Promise<string[]> {
    for (let tries = 1; ; tries++) {
      const services = granted();
      if (services || tries >= readinessTries) return services ?? [];
      await wait(readinessPauseMs);
    }
  }

  async function flush(): Promise<void> {
    if ((await ready()).length === 0) {
      waiting = [];
      return;
    }
    for (let next = waiting[0]; next; next = waiting[0]) {
      const services = granted() ?? [];
      if (services.length > 0) {
        await send(next.kind, { ...next.event, services } as TrackedEvent).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
      }
      waiting.shift();
    }
  }

  function start(): Promise<void> {
    running ??= flush()
      .catch(() => undefined)
      .finally(() => (running = undefined));
    return running;
  }

  return {
    /** Adds an event. Resolves when the queue rests. */
    add(one: Waiting): Promise<void> {
      waiting = [...waiting, one].slice(-limit);
      return start();
    },
    /** Sends an event at once, because the page goes away. */
    leave({ kind, event }: Waiting): void {
      const services = granted() ?? [];
      if (services.length > 0) void send(kind, { ...event, services } as TrackedEvent).catch(() => undefined);
    },
  };
}
