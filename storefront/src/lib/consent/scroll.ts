/** Why a record was made. */
export type Trigger = "init" | "timer" | "unload";

/** One step of a visitor's scrolling. */
export type Scrolling = {
  scrollDepth: number;
  maxScrollDepth: number;
  scrollTime: number;
  dynamicUrl: string;
  eventId: string;
  eventTrigger: Trigger;
};

const step = 25;

/** How far down a page is scrolled, in percent; one that fits the window is seen whole. */
export function depthOf(scrollY: number, windowHeight: number, pageHeight: number): number {
  const room = pageHeight - windowHeight;
  return room <= 0 ? 100 : Math.min(100, Math.max(0, Math.round((scrollY / room) * 100)));
}

/**
 * Records how far a page is scrolled, at every 25 percent in either direction, until it is asked for the records. A leap
 * passes the quarters between: each has its record, as if it had been scrolled there.
 */
export class ScrollRecorder {
  private last: number | undefined;
  private max = 0;
  private records: Omit<Scrolling, "eventTrigger">[] = [];

  constructor(
    private readonly url: string,
    private readonly startedAt: number,
    private readonly newId: () => string,
  ) {}

  /** Notes a position; one within the same quarter adds nothing. */
  at(depth: number, now: number): void {
    this.max = Math.max(this.max, depth);
    const reached = Math.floor(depth / step) * step;
    let last = this.last ?? reached - step; // where a page opens is its first record, however deep that is
    while (last !== reached) {
      last += Math.sign(reached - last) * step;
      this.records.push({
        scrollDepth: last,
        maxScrollDepth: this.max,
        scrollTime: now - this.startedAt,
        dynamicUrl: this.url,
        eventId: this.newId(),
      });
    }
    this.last = reached;
  }

  /** Gives the records since the last call. */
  take(trigger: Trigger): Scrolling[] {
    const taken = this.records.map((record) => ({ ...record, eventTrigger: trigger }));
    this.records = [];
    return taken;
  }
}
