import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';
import { storeLine } from './store.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const program =
  process.env['ZKRATKA_BINARY'] ??
  join(process.env['CARGO_TARGET_DIR'] ?? join(root, 'target'), 'debug/zkratka');

/** Where the shops write everything that they would log, so that it can be searched for what must not be there. */
const logFolder = process.env['ZKRATKA_TEST_LOGS'];

const START_DEADLINE_MS = 20_000;

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

/** What a test's shop does differently from the demo's. */
export interface ShopOptions {
  /** Whether Google Pay, emulated, is offered. */
  readonly googlePay: boolean;
  /** Whether Apple Pay, emulated, is offered. */
  readonly applePay?: boolean;
  /** Whether PayPal and Venmo, emulated, are offered. */
  readonly payPal?: boolean;
  /** The origin of a storefront that may call the cart API; none otherwise. */
  readonly allowedOrigin?: string;
  /** Sections that the demo's configuration does not have. */
  readonly furtherSections?: string;
  /** Lines that the demo's `[shop]` does not have. */
  readonly shopLines?: string;
  /** How many milliseconds a buyer's request waits for the gateway; as many as in the demo otherwise. */
  readonly inlineDeadline?: number;
}

/** The demo shop as a shopper meets it: the real binary, the demo's catalogue, a store of its own. */
export class Shop {
  readonly origin: string;
  readonly #directory: string;
  readonly #config: string;
  #server: ChildProcess | undefined;

  private constructor(port: number, options: ShopOptions) {
    this.origin = `http://localhost:${String(port)}`;
    this.#directory = mkdtempSync(join(tmpdir(), 'zkratka-e2e-'));
    this.#config = join(this.#directory, 'zkratka.toml');
    writeFileSync(this.#config, configuration(port, this.#directory, options));
  }

  static async open(options: ShopOptions): Promise<Shop> {
    const shop = new Shop(await freePort(), options);
    await shop.start();
    return shop;
  }

  async start(): Promise<void> {
    const log =
      logFolder === undefined
        ? 'inherit'
        : openSync(join(logFolder, `${basename(this.#directory)}.log`), 'a');
    const server = spawn(program, ['serve', '--config', this.#config], {
      stdio: ['ignore', 'ignore', log],
      env: { ...process.env, ZKRATKA_LOG: log === 'inherit' ? 'error' : 'debug' },
    });
    if (log !== 'inherit') closeSync(log);
    this.#server = server;
    const deadline = Date.now() + START_DEADLINE_MS;
    while (Date.now() < deadline) {
      if (server.exitCode !== null) throw new Error(`zkratka ended with ${String(server.exitCode)}`);
      if (await answers(`${this.origin}/healthz`)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no answer from ${this.origin} within ${String(START_DEADLINE_MS)} ms`);
  }

  /** Ends the server at once, as a power cut would. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server?.exitCode !== null) return;
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
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

const demo = join(root, 'themes/demo');

/** The demo's own configuration with another port and other files. */
function configuration(port: number, directory: string, options: ShopOptions): string {
  const { googlePay, applePay = false, payPal = false, allowedOrigin } = options;
  const replacements: [RegExp, string][] = [
    [/^listen = .*$/m, `listen = "127.0.0.1:${String(port)}"`],
    [/^public_origin = .*$/m, `public_origin = "http://localhost:${String(port)}"`],
    [/^sqlite = .*$/m, storeLine(directory)],
    [/^ledger = .*$/m, `ledger = "${join(directory, 'ledger.sqlite')}"`],
    [/^import = .*$/m, `import = ["${join(demo, 'catalogue.csv')}"]`],
    [/^allowed_origins = .*$/m, `allowed_origins = ${JSON.stringify(allowedOrigin ? [allowedOrigin] : [])}`],
    [/^inline_deadline_ms = (.*)$/m, `inline_deadline_ms = ${String(options.inlineDeadline ?? '$1')}`],
    [/^\[shop\]$/m, `[shop]\n${options.shopLines ?? ''}`],
    [/^(\[wallets\.apple_pay\]\n(?:#.*\n)*)enabled = .*$/m, `$1enabled = ${String(applePay)}`],
    [/^(\[wallets\.paypal\]\n(?:#.*\n)*)enabled = .*$/m, `$1enabled = ${String(payPal)}`],
    [/^(\[wallets\.google_pay\]\n(?:#.*\n)*)enabled = .*$/m, `$1enabled = ${String(googlePay)}`],
  ];
  let text = readFileSync(join(demo, 'zkratka.toml'), 'utf8');
  for (const [line, replacement] of replacements) {
    if (!line.test(text)) throw new Error(`the demo's configuration has no line ${String(line)}`);
    text = text.replace(line, replacement);
  }
  return `${text}\n${options.furtherSections ?? ''}`;
}

/** The fields of one line of a feed whose quoted fields span no lines. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((field) => field[1] ?? '').slice(0, -1);
}

function changedFeed(feed: string, handle: string, changes: Readonly<Record<string, string>>): string {
  const [head = '', ...lines] = feed.trimEnd().split('\n');
  const columns = fieldsOf(`${head},`);
  const at = lines.findIndex((line) => line.startsWith(`${handle},`));
  const line = lines[at];
  if (line === undefined) throw new Error(`the feed has no product ${handle}`);
  const fields = fieldsOf(`${line},`);
  for (const [column, value] of Object.entries(changes)) {
    if (!columns.includes(column)) throw new Error(`the feed has no column ${column}`);
    fields[columns.indexOf(column)] = value;
  }
  lines[at] = fields.join(',');
  return [head, ...lines, ''].join('\n');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
