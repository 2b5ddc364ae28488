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

/** The part of an order from `zkratka orders --json` that tests read. */
export interface OrderRow {
  number: number;
  total: string;
  currency: string;
  market: string | null;
  discounts: { code: string | null; amount: string }[];
  giftCards: { lastCharacters: string; amount: string }[];
  /** The delivery option of single goods (or of all goods), and that of a subscription. */
  delivery: { handle: string; price: string } | null;
  subscriptionDelivery: { handle: string; price: string } | null;
  payment: { kind: string };
  lines: { variant: number; quantity: number; unitPrice: string; sellingPlan: { id: number } | null }[];
  timeline: { event: string; detail: string | null }[];
  attributes: { key: string; value: string }[];
}

/** The part of a gift card from `zkratka gift-card list --json` that tests read. */
export interface GiftCardRow {
  lastCharacters: string;
  initial: string;
  balance: string;
  state: string;
  /** The order that sold it; null for a card issued by the merchant. */
  order: number | null;
}

/** A row of the sandbox gateway's ledger as `zkratka sandbox-ledger --json` prints it. */
export interface LedgerRow {
  event: string;
  amount: string;
  currency: string;
  reference: string;
}

/** A demo shop: the real binary, the demo's catalogue and its own store. */
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

  /** The gift cards sold by orders. */
  soldGiftCards(): GiftCardRow[] {
    const cards = this.#command(['gift-card', 'list', '--json', '--config', this.#config]) as GiftCardRow[];
    return cards.filter(({ order }) => order !== null);
  }

  /** The gift cards of an order, with the codes that the merchant's mailer needs. */
  giftCardsToSend(order: number): { email: string; giftCards: { code: string; amount: string }[] } {
    const words = ['gift-card', 'sold', String(order), '--json', '--config', this.#config];
    return this.#command(words) as ReturnType<Shop['giftCardsToSend']>;
  }

  /** The ledger rows of the card gateway and, if the shop offers them, of PayPal and Amazon Pay, each in order. */
  ledger(): LedgerRow[] {
    const files = ['ledger.sqlite', 'sandbox-paypal.db', 'sandbox-amazon-pay.db'].map((name) =>
      join(this.#directory, name),
    );
    return files
      .filter((file) => existsSync(file))
      .flatMap((file) => this.#command(['sandbox-ledger', '--json', '--ledger', file]) as LedgerRow[]);
  }

  /** Imports the demo's catalogue with other values, by column, for a product's first variant. */
  restock(handle: string, changes: Readonly<Record<string, string>>): void {
    const feed = join(this.#directory, 'changed.csv');
    writeFileSync(feed, changedFeed(readFileSync(join(demo, 'catalogue.csv'), 'utf8'), handle, changes));
    execFileSync(program, ['import', '--config', this.#config, feed], { stdio: 'ignore' });
  }

  #command(words: string[]): unknown {
    return JSON.parse(execFileSync(program, words, { encoding: 'utf8' }));
  }
}
