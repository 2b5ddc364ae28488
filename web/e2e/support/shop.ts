import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { changedFeed } from './feed.js';
import { freePort } from './free-port.js';
import { demo, program } from './program.js';
import { runFolder } from './run-folder.js';
import { killServer, startServer } from './server.js';
import { configuration, type ShopOptions } from './shop-configuration.js';
import { copiedStore, type Store } from './store.js';

export type { ShopOptions } from './shop-configuration.js';

/** An order as `zkratka orders --json` prints it; only what the tests read. */
export interface OrderRow {
  number: number;
  total: string;
  currency: string;
  market: string | null;
  discounts: { code: string | null; amount: string }[];
  giftCards: { lastCharacters: string; amount: string }[];
  /** How goods go that are bought once, or all of them; and how a subscription goes beside them. */
  delivery: { handle: string; price: string } | null;
  subscriptionDelivery: { handle: string; price: string } | null;
  payment: { kind: string };
  lines: { variant: number; quantity: number; unitPrice: string; sellingPlan: { id: number } | null }[];
  timeline: { event: string; detail: string | null }[];
  attributes: { key: string; value: string }[];
}

/** A gift card as `zkratka gift-card list --json` prints it; only what the tests read. */
export interface GiftCardRow {
  lastCharacters: string;
  initial: string;
  balance: string;
  state: string;
  /** The order that sold it; null for a card that was issued by hand. */
  order: number | null;
}

/** A row of the sandbox gateway's ledger as `zkratka sandbox-ledger --json` prints it. */
export interface LedgerRow {
  event: string;
  amount: string;
  currency: string;
  reference: string;
}

/** The demo shop as a shopper meets it: the real binary, the demo's catalogue, a store of its own. */
export class Shop {
  readonly origin: string;
  readonly #directory: string;
  readonly #config: string;
  readonly #store: Store;
  #server: ChildProcess | undefined;

  private constructor(port: number, options: ShopOptions) {
    this.origin = `http://localhost:${String(port)}`;
    this.#directory = mkdtempSync(join(runFolder(), 'shop-'));
    this.#config = join(this.#directory, 'zkratka.toml');
    this.#store = copiedStore(this.#directory);
    writeFileSync(this.#config, configuration(port, this.#directory, this.#store.line, options));
  }

  static async open(options: ShopOptions): Promise<Shop> {
    const shop = new Shop(await freePort(), options);
    try {
      await shop.start();
    } catch (error) {
      await shop.close();
      throw error;
    }
    return shop;
  }

  async start(): Promise<void> {
    this.#server = await startServer(program, ['serve', '--config', this.#config], {
      origin: this.origin,
      name: basename(this.#directory),
    });
  }

  /** Ends the server at once, as a power cut would. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await killServer(server);
  }

  async close(): Promise<void> {
    await this.kill();
    this.#store.remove();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  orders(): OrderRow[] {
    return this.#command(['orders', '--json', '--config', this.#config]) as OrderRow[];
  }

  /** The gift cards that orders have sold. */
  soldGiftCards(): GiftCardRow[] {
    const cards = this.#command(['gift-card', 'list', '--json', '--config', this.#config]) as GiftCardRow[];
    return cards.filter(({ order }) => order !== null);
  }

  /** What the merchant's own mailer reads of the gift cards that an order has sold. */
  giftCardsToSend(order: number): { email: string; giftCards: { code: string; amount: string }[] } {
    const words = ['gift-card', 'sold', String(order), '--json', '--config', this.#config];
    return this.#command(words) as ReturnType<Shop['giftCardsToSend']>;
  }

  /** What happened at the card gateway and, where it is offered, at PayPal, each in its order. */
  ledger(): LedgerRow[] {
    const files = ['ledger.sqlite', 'sandbox-paypal.db'].map((name) => join(this.#directory, name));
    return files
      .filter((file) => existsSync(file))
      .flatMap((file) => this.#command(['sandbox-ledger', '--json', '--ledger', file]) as LedgerRow[]);
  }

  /** Imports the demo's catalogue with other values for one product's first variant, by the feed's column. */
  restock(handle: string, changes: Readonly<Record<string, string>>): void {
    const feed = join(this.#directory, 'changed.csv');
    writeFileSync(feed, changedFeed(readFileSync(join(demo, 'catalogue.csv'), 'utf8'), handle, changes));
    execFileSync(program, ['import', '--config', this.#config, feed], { stdio: 'ignore' });
  }

  #command(words: string[]): unknown {
    return JSON.parse(execFileSync(program, words, { encoding: 'utf8' }));
  }
}
