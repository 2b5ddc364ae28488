import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo } from './program.js';
import { runFolder } from './run-folder.js';

/** Differences of a test's shop from the demo's. */
export interface ShopOptions {
  /** Whether the shop offers the emulated Google Pay. */
  readonly googlePay: boolean;
  /** Whether the shop offers the emulated Apple Pay. */
  readonly applePay?: boolean;
  /** Whether the shop offers the emulated PayPal and Venmo. */
  readonly payPal?: boolean;
  /** Whether the shop offers the emulated Meta Pay. */
  readonly metaPay?: boolean;
  /** Whether the shop offers the emulated Amazon Pay, which takes no koruny. */
  readonly amazonPay?: boolean;
  /** Whether the shop sells the demo's marked product by Buy with Prime, which needs Amazon Pay. */
  readonly buyWithPrime?: boolean;
  /** Whether the shop offers its own wallet. */
  readonly shopWallet?: boolean;
  /** Hosts below `localhost` for the shop's pages and for its wallet; by default both are `localhost`. */
  readonly hosts?: { readonly shop: string; readonly wallet: string };
  /** The origin of a storefront that may call the cart API; by default none. */
  readonly allowedOrigin?: string;
  /** Additional sections of the configuration. */
  readonly furtherSections?: string;
  /** Additional lines of `[shop]`. */
  readonly shopLines?: string;
  /** Whether companies must give their numbers; in the demo they may. */
  readonly companyFields?: 'required';
  /** How many milliseconds a buyer's request waits for the gateway; by default the demo's value. */
  readonly inlineDeadline?: number;
}

export type Replacement = readonly [line: RegExp, by: string];

/** Paths in a configuration start at its own folder. */
const DOWNLOADS: Replacement = [/^downloads = .*$/m, `downloads = "${join(demo, 'downloads')}"`];

/** The demo's configuration with some lines replaced. Throws if it lacks one of them. */
export function demoConfiguration(replacements: readonly Replacement[]): string {
  let text = readFileSync(join(demo, 'zkratka.toml'), 'utf8');
  for (const [line, replacement] of [DOWNLOADS, ...replacements]) {
    if (!line.test(text)) throw new Error(`the demo's configuration has no line ${String(line)}`);
    text = text.replace(line, replacement);
  }
  // Servers that share a database share the secret of the wallet's codes.
  return /^postgres = /m.test(text)
    ? text.replace('[shop_wallet]', `[shop_wallet]\nsecret_file = "${walletSecret()}"`)
    : text;
}

/** The file with the secret of the shop's wallet. */
export const walletSecret = (): string => join(runFolder(), 'wallet-secret');

const wallet = (name: string, enabled: boolean): Replacement => section(`wallets.${name}`, enabled);

const section = (name: string, enabled: boolean): Replacement => [
  new RegExp(`^(\\[${name.replace('.', '\\.')}\\]\\n(?:#.*\\n)*)enabled = .*$`, 'm'),
  `$1enabled = ${String(enabled)}`,
];

/** Tests copy a store that already has the catalogue. */
export const NO_IMPORT: Replacement = [/^import = .*$/m, 'import = []'];

/** Every buyer of the tests comes from one address, and most have one contact. */
const UNBOUNDED = '[payments.manual]\norders_per_contact = 0\norders_per_address = 0';

/** A shop's port and the path of its ledger. */
export const place = (port: number, directory: string): readonly Replacement[] => [
  [/^listen = .*$/m, `listen = "127.0.0.1:${String(port)}"`],
  [/^public_origin = .*$/m, `public_origin = "http://localhost:${String(port)}"`],
  [/^ledger = .*$/m, `ledger = "${join(directory, 'ledger.sqlite')}"`],
];

const atHosts = (
  port: number,
  { shop, wallet: ofWallet }: Readonly<Record<'shop' | 'wallet', string>>,
): readonly Replacement[] => [
  [/^public_origin = .*$/m, `public_origin = "http://${shop}:${String(port)}"`],
  [/^name = "Sojka"$/m, `name = "Sojka"\norigin = "http://${ofWallet}:${String(port)}"`],
];

/** The configuration of a test's shop. */
export function configuration(port: number, directory: string, store: string, options: ShopOptions): string {
  const { googlePay, applePay = false, payPal = false, metaPay = false, allowedOrigin } = options;
  const { amazonPay = false, buyWithPrime = false, shopWallet = false } = options;
  const text = demoConfiguration([
    ...place(port, directory),
    [/^sqlite = .*$/m, store],
    NO_IMPORT,
    [/^allowed_origins = .*$/m, `allowed_origins = ${JSON.stringify(allowedOrigin ? [allowedOrigin] : [])}`],
    [/^inline_deadline_ms = (.*)$/m, `inline_deadline_ms = ${String(options.inlineDeadline ?? '$1')}`],
    [/^company_fields = (.*)$/m, `company_fields = ${JSON.stringify(options.companyFields ?? 'optional')}`],
    [/^\[shop\]$/m, `[shop]\n${options.shopLines ?? ''}`],
    [/^recommended = .*$/m, `recommended = ${JSON.stringify(googlePay ? 'google_pay' : '')}`],
    wallet('apple_pay', applePay),
    wallet('paypal', payPal),
    wallet('meta_pay', metaPay),
    wallet('amazon_pay', amazonPay),
    wallet('buy_with_prime', buyWithPrime),
    wallet('google_pay', googlePay),
    section('shop_wallet', shopWallet),
    ...(options.hosts ? atHosts(port, options.hosts) : []),
  ]);
  return `${text}\n${UNBOUNDED}\n${options.furtherSections ?? ''}`;
}
