import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo } from './program.js';

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

export type Replacement = readonly [line: RegExp, by: string];

/** The demo's configuration with some lines replaced, each of which must be there. */
export function demoConfiguration(replacements: readonly Replacement[]): string {
  let text = readFileSync(join(demo, 'zkratka.toml'), 'utf8');
  for (const [line, replacement] of replacements) {
    if (!line.test(text)) throw new Error(`the demo's configuration has no line ${String(line)}`);
    text = text.replace(line, replacement);
  }
  return text;
}

const wallet = (name: string, enabled: boolean): Replacement => [
  new RegExp(`^(\\[wallets\\.${name}\\]\\n(?:#.*\\n)*)enabled = .*$`, 'm'),
  `$1enabled = ${String(enabled)}`,
];

/** The store has its catalogue already. */
export const NO_IMPORT: Replacement = [/^import = .*$/m, 'import = []'];

/** Where a shop listens, and where its ledger is. */
export const place = (port: number, directory: string): readonly Replacement[] => [
  [/^listen = .*$/m, `listen = "127.0.0.1:${String(port)}"`],
  [/^public_origin = .*$/m, `public_origin = "http://localhost:${String(port)}"`],
  [/^ledger = .*$/m, `ledger = "${join(directory, 'ledger.sqlite')}"`],
];

/** The configuration of a test's shop. */
export function configuration(port: number, directory: string, store: string, options: ShopOptions): string {
  const { googlePay, applePay = false, payPal = false, allowedOrigin } = options;
  const text = demoConfiguration([
    ...place(port, directory),
    [/^sqlite = .*$/m, store],
    NO_IMPORT,
    [/^allowed_origins = .*$/m, `allowed_origins = ${JSON.stringify(allowedOrigin ? [allowedOrigin] : [])}`],
    [/^inline_deadline_ms = (.*)$/m, `inline_deadline_ms = ${String(options.inlineDeadline ?? '$1')}`],
    [/^\[shop\]$/m, `[shop]\n${options.shopLines ?? ''}`],
    wallet('apple_pay', applePay),
    wallet('paypal', payPal),
    wallet('google_pay', googlePay),
  ]);
  return `${text}\n${options.furtherSections ?? ''}`;
}
