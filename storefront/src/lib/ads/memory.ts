/** Keeps answers for a while: at most so many, of which the oldest goes first. */
export class Memory<T> {
  private readonly kept = new Map<string, { value: T; until: number }>();

  constructor(
    private readonly keepMs: number,
    private readonly most: number,
  ) {}

  /** What is kept under a key, undefined where nothing is, or no longer. */
  get(key: string, now: number): { value: T } | undefined {
    const known = this.kept.get(key);
    return known && now < known.until ? known : undefined;
  }

  /** Keeps a value from now on. */
  set(key: string, value: T, now: number): void {
    this.kept.delete(key); // so that the order is of age
    this.kept.set(key, { value, until: now + this.keepMs });
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
  }
}
