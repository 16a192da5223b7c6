import { isRefusal } from "@/lib/api/refusal";
import type { EventKind, TrackedEvent } from "@/lib/api/tracking";

/** An event before it is known who may get it. */
type Waiting = { kind: EventKind; event: Omit<TrackedEvent, "services"> };

/** How often consent is looked for, and how long apart, before a visitor's events are dropped. */
const readinessTries = 15;
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
  let begun: Waiting | undefined;

  /** Sends an event to the services that have consent by now, if any. */
  async function deliver({ kind, event }: Waiting): Promise<void> {
    const services = granted() ?? [];
    if (services.length > 0) await send(kind, { ...event, services } as TrackedEvent);
  }

  async function flush(): Promise<void> {
    for (let tries = 1; !granted() && tries < readinessTries; tries++) await wait(readinessPauseMs);
    for (let one = waiting[0]; one; one = waiting[0]) {
      begun = one;
      await deliver(one).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
      if (waiting[0] === one) waiting.shift(); // else it was pushed out meanwhile
    }
  }

  return {
    /** Adds an event. Resolves when the queue rests. */
    add(one: Waiting): Promise<void> {
      waiting = [...waiting, one].slice(-limit);
      running ??= flush()
        .catch(() => undefined)
        .finally(() => (running = undefined));
      return running;
    },
    /**
     * Sends at once what still waits, and the given events after it, because the page goes away. What was begun is not sent
     * again: it arrives, though a page that goes away may not learn of it.
     */
    leave(...last: Waiting[]): void {
      const rest = waiting.filter((one) => one !== begun);
      waiting = waiting.filter((one) => one === begun);
      for (const one of [...rest, ...last]) void deliver(one).catch(() => undefined);
    },
  };
}
