/** Half of an ad in view for a second counts as seen; a minute after that the place is filled anew. */
const viewMs = 1000;
const refreshMs = 60_000;

/** Waits until an ad was seen, then for the time after which its place is filled anew, and until nobody is about to follow it. */
export class ViewTimer {
  private viewed: ReturnType<typeof setTimeout> | undefined;
  private fill: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly onSeen: () => void,
    private readonly onRefresh: () => void,
    private readonly isHeld: () => boolean,
  ) {}

  /** Tells that half of the ad came into view, or left it. What was seen stays seen. */
  inView(now: boolean): void {
    clearTimeout(this.viewed);
    if (!now || this.fill) return;
    this.viewed = setTimeout(() => {
      this.onSeen();
      this.fillAfter(refreshMs);
    }, viewMs);
  }

  private fillAfter(ms: number): void {
    this.fill = setTimeout(() => (this.isHeld() ? this.fillAfter(viewMs) : this.onRefresh()), ms);
  }

  /** Ends it: the place goes away, or has something else. */
  stop(): void {
    clearTimeout(this.viewed);
    clearTimeout(this.fill);
  }
}
