/**
 * Saves what changed, one request at a time and always what is on the screen at that moment.
 *
 * A thing marked again while its save is under way is saved once more afterwards, so the last word always wins and no
 * answer can overtake another. What could not be saved is saved again with the next mark.
 */
export class SaveQueue<K extends string> {
  readonly #save: (key: K, signal: AbortSignal) => Promise<boolean>;
  readonly #delay: number;
  readonly #waiting = new Set<K>();
  /** What the server does not know although nothing waits to tell it. */
  readonly #unsaved = new Set<K>();
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;

  /** `save` answers whether the server knows the thing now. */
  constructor(save: (key: K, signal: AbortSignal) => Promise<boolean>, delay: number) {
    this.#save = save;
    this.#delay = delay;
  }

  /** Whether anything is still to be saved besides what is under way. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Whether something could not be saved, or was left to somebody else who has not saved it yet. */
  get unsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Saves soon; marks that follow closely are saved together. */
  mark(key: K): void {
    this.#enqueue(key);
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.flush(), this.#delay);
  }

  /** Saves without waiting for more changes. */
  markNow(key: K): void {
    this.#enqueue(key);
    void this.flush();
  }

  /** Leaves saving these to somebody else, who says `saved` in the end; what is under way goes on. */
  leave(keys: readonly K[]): void {
    for (const key of keys) if (this.#waiting.delete(key)) this.#unsaved.add(key);
  }

  /** Saves at once what the server does not know. */
  resume(): void {
    this.#takeBack();
    void this.flush();
  }

  /** Whether the server may know something else: counts as not saved until it is. */
  doubt(key: K, isNews: boolean): boolean {
    if (isNews) this.#unsaved.add(key);
    return this.#unsaved.has(key);
  }

  /** Somebody else has saved these. */
  saved(keys: readonly K[]): void {
    for (const key of keys) this.#unsaved.delete(key);
  }

  /** Resolves when nothing is left to save. */
  flush(): Promise<void> {
    this.#clearTimer();
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
      // Marked between the last look and now.
      return this.waiting ? this.flush() : undefined;
    });
    return this.#running;
  }

  /** Stops everything; nothing is saved afterwards. */
  dispose(): void {
    this.#clearTimer();
    this.#waiting.clear();
    this.#unsaved.clear();
    this.#controller.abort();
  }

  #enqueue(key: K): void {
    if (this.#controller.signal.aborted) return;
    this.#takeBack();
    // Behind the others, where its first mark would have put it last.
    this.#waiting.delete(key);
    this.#waiting.add(key);
  }

  #takeBack(): void {
    for (const left of this.#unsaved) this.#waiting.add(left);
    this.#unsaved.clear();
  }

  async #drain(): Promise<void> {
    for (let key = this.#take(); key !== undefined; key = this.#take()) {
      try {
        const isSaved = await this.#save(key, this.#controller.signal);
        // What was marked again meanwhile is saved again anyway.
        if (!isSaved && !this.#waiting.has(key)) this.#unsaved.add(key);
      } catch (reason) {
        // The save itself reports its failures; only an abort may come through.
        if (!this.#controller.signal.aborted) throw reason;
        return;
      }
    }
  }

  #take(): K | undefined {
    const [first] = this.#waiting;
    if (first !== undefined) this.#waiting.delete(first);
    return first;
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
