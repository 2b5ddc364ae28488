import { Shop, type ShopOptions } from './shop.js';

/** Spare shops with their options, oldest first. */
type Spares = Map<string, Promise<Shop>>;

/** Starts the next shop while a test uses its own, so that tests need not wait for a server to start. */
export class ShopPool {
  readonly #spares: Spares = new Map();

  /**
   * `capacity` is the maximum number of spare shops. Each is a process. One is enough if consecutive tests use the same
   * options.
   */
  constructor(readonly capacity: number) {}

  /** A shop for one test alone. The caller closes it. */
  async take(options: ShopOptions): Promise<Shop> {
    const key = JSON.stringify(options);
    const spare = this.#spares.get(key);
    this.#spares.delete(key);
    const shop = await (spare ?? Shop.open(options));
    await this.#prepare(key, options);
    return shop;
  }

  async close(): Promise<void> {
    while (this.#spares.size > 0) await this.#closeOldest();
  }

  async #prepare(key: string, options: ShopOptions): Promise<void> {
    if (this.capacity === 0) return;
    if (this.#spares.size >= this.capacity) await this.#closeOldest();
    const opening = Shop.open(options);
    // The test that takes the shop gets the failure. Until then it must not count as unhandled.
    opening.catch(() => undefined);
    this.#spares.set(key, opening);
  }

  async #closeOldest(): Promise<void> {
    const [oldest] = this.#spares;
    if (oldest === undefined) return;
    const [key, opening] = oldest;
    this.#spares.delete(key);
    const shop = await opening.catch(() => undefined);
    await shop?.close();
  }
}
