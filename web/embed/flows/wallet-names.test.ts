// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INSTRUMENTS, type WalletKey } from './instruments.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Each wallet's own folder; two wallets of one vendor share theirs. */
const FOLDERS: Readonly<Record<WalletKey, string>> = {
  apple_pay: 'wallets/apple-pay/',
  google_pay: 'wallets/google-pay/',
  paypal: 'wallets/paypal/',
  venmo: 'wallets/paypal/',
};
const WALLETS = Object.entries(FOLDERS) as [WalletKey, string][];

/** What a new wallet touches besides its folder, as docs/architecture.md says: it may, and must, name every wallet. */
const TOUCHED = ['flows/instruments.ts', 'elements/wallets.ts', 'ui/WalletButton.tsx'];

/** What may name a wallet, and need not. */
const ALLOWED = [
  /** The list of chunks. */
  /^elements\/(chunks\.ts|globals\.d\.ts)$/,
  /** The hosts of the vendors' scripts. */
  /^wallets\/script-url\.ts$/,
  /** Texts. */
  /^i18n\/[\w-]+\.cs\.ts$/,
  /** Operations, by the names that the public schema gives them. */
  /^cart\//,
];

const isShipped = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^test\//.test(path);

const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => isShipped(path) && !path.includes('node_modules'));

/** However it is written: `google_pay`, `GooglePay`, `Google Pay`, `google-pay`. */
const nameOf = (key: WalletKey): RegExp => new RegExp(key.replace('_', '[ _-]?'), 'i');

/** The files that name a wallet. */
const naming = (key: WalletKey): readonly string[] =>
  sources.filter((path) => nameOf(key).test(readFileSync(join(root, path), 'utf8')));

describe('the names of wallets', () => {
  it('are looked for in all that ships', () => {
    expect(sources).toEqual(
      expect.arrayContaining([...TOUCHED, 'flows/sheet/session.ts', 'elements/entry.ts']),
    );
  });

  it('are known of every wallet of the table', () => {
    const wallets = Object.entries(INSTRUMENTS).filter(([, line]) => 'walletName' in line);
    expect(wallets.map(([key]) => key).toSorted()).toEqual(Object.keys(FOLDERS).toSorted());
  });

  it.each(WALLETS)('%s is named where a wallet is described, and nowhere else', (key, folder) => {
    const elsewhere = naming(key).filter((path) => !path.startsWith(folder));
    expect(elsewhere).toEqual(expect.arrayContaining(TOUCHED));
    const strange = elsewhere.filter(
      (path) => !TOUCHED.includes(path) && !ALLOWED.some((allowed) => allowed.test(path)),
    );
    expect(strange).toEqual([]);
  });

  it.each(WALLETS)('no flow but the table names %s', (key) => {
    expect(naming(key).filter((path) => path.startsWith('flows/'))).toEqual(['flows/instruments.ts']);
  });
});
