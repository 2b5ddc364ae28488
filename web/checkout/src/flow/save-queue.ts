/**
 * Saves changes, one request at a time, always with the values that are on the screen at that moment.
 *
 * A key that is marked again while it is being saved is saved once more afterwards, so that the last value always wins
 * and answers cannot overtake each other. A failed save is repeated with the next mark.
 */
export class SaveQueue<K extends string> {
  readonly #save: (key: K, signal: AbortSignal) => Promise<boolean>;
  readonly #delay: number;
  readonly #waiting = new Set<K>();
  /** Keys that are not saved and not queued. */
  readonly #unsaved = new Set<K>();
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;

  /** `save` resolves to whether the value was saved. */
  constructor(save: (key: K, signal: AbortSignal) => Promise<boolean>, delay: number) {
    this.#save = save;
    this.#delay = delay;
  }

  /** Whether any key is queued, besides the one being saved. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Whether a save failed, or was left to another writer that has not finished. */
  get unsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Saves after a short delay, together with further marks. */
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

  /** Leaves these keys to another writer, which calls `saved` afterwards. A running save continues. */
  leave(keys: readonly K[]): void {
    for (const key of keys) if (this.#waiting.delete(key)) this.#unsaved.add(key);
  }

  /** Saves all marked keys at once. */
  resume(): void {
    this.#takeBack();
    void this.flush();
  }

  /** Marks a key as unsaved because the server may have another value. */
  doubt(key: K, isNews: boolean): boolean {
    if (isNews) this.#unsaved.add(key);
    return this.#unsaved.has(key);
  }

  /** Another writer has saved these keys. */
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
    // Puts the key last, also if it was waiting already or its earlier save failed.
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
        // Keys marked again meanwhile are saved again in any case.
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
