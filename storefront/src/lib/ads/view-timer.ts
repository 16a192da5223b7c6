/** Half of an ad in view for a second counts as seen; a minute after that the place is filled anew. */
const viewMs = 1000;
const refreshMs = 60_000;

/** Waits until an ad was seen, then for the time after which its place is filled anew. */
export class ViewTimer {
  private viewed: ReturnType<typeof setTimeout> | undefined;
  private fill: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly onSeen: () => void,
    private readonly onRefresh: () => void,
  ) {}

  /** Tells that half of the ad came into view, or left it. What was seen stays seen. */
  inView(now: boolean): void {
    clearTimeout(this.viewed);
    if (!now || this.fill) return;
    this.viewed = setTimeout(() => {
      this.onSeen();
      this.fill = setTimeout(this.onRefresh, refreshMs);
    }, viewMs);
  }

  /** Ends it: the place goes away, or has something else. */
  stop(): void {
    clearTimeout(this.viewed);
    clearTimeout(this.fill);
  }
}
