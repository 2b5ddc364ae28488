import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedPath, runEmbedModule } from '../lib/views.mjs';

/** @typedef {import('../../embed/flows/instruments.ts').WalletKey} WalletKey */

/** @type {typeof import('../../embed/flows/instruments.ts')} */
const { INSTRUMENTS } = await runEmbedModule('flows/instruments.ts');
const root = embedPath('');

/** Each wallet's folder. Wallets of one vendor share it. @type {Readonly<Record<WalletKey, string>>} */
const FOLDERS = {
  amazon_pay: 'wallets/amazon-pay/',
  buy_with_prime: 'wallets/amazon-pay/',
  apple_pay: 'wallets/apple-pay/',
  facebook_pay: 'wallets/meta-pay/',
  google_pay: 'wallets/google-pay/',
  paypal: 'wallets/paypal/',
  shop_pay: 'shop-wallet/',
  venmo: 'wallets/paypal/',
};
const WALLETS = /** @type {[WalletKey, string][]} */ (Object.entries(FOLDERS));

/** The files outside its folder that a new wallet changes (docs/adding-a-wallet.md). Each must name every wallet. */
const TOUCHED = ['flows/instruments.ts', 'elements/loaders/wallets.ts', 'ui/brands.ts'];

/** The parameters by which the checkout hears of the shop's own wallet, whose pages are in it (row 2.30). */
const REDIRECT = 'flows/redirect.ts';

/** Files that may name wallets but need not. */
const ALLOWED = [
  /^flows\/redirect\.ts$/,
  /** The link beside the shop's own wallet says that the buyer declined it (row 4.06). */
  /^elements\/chunks\/press\.ts$/,
  /** The list of chunks. */
  /^elements\/(loaders\/chunks\.ts|globals\.d\.ts)$/,
  /** The hosts of the vendors' scripts. */
  /^wallets\/script-url\.ts$/,
  /** The width of the shop wallet's button. */
  /^dom\/shop-wallet-page-styles\.ts$/,
  /** The drawings of the marks. */
  /^ui\/marks\.ts$/,
  /** Texts. */
  /^i18n\/[\w-]+\.cs\.ts$/,
  /** Operations, by the names that the public schema gives them. */
  /^cart\//,
];

/** The shipped files, by path in the embed. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^test\/|node_modules/.test(path),
);

/** The files that name a wallet in any spelling: `google_pay`, `GooglePay`, `Google Pay`, `google-pay`. @param {WalletKey} key */
function naming(key) {
  const name = new RegExp(key.replace('_', '[ _-]?'), 'i');
  return sources.filter((path) => name.test(readFileSync(join(root, path), 'utf8')));
}

describe('the names of wallets', () => {
  it('are searched for in all shipped files', () => {
    expect(sources).toEqual(
      expect.arrayContaining([...TOUCHED, 'flows/sheet/sheet-flow.ts', 'elements/entry.ts']),
    );
  });

  it('are known for every wallet of the table', () => {
    const wallets = Object.entries(INSTRUMENTS).filter(([, line]) => 'walletName' in line);
    expect(wallets.map(([key]) => key).toSorted()).toEqual(Object.keys(FOLDERS).toSorted());
  });

  it.each(WALLETS)('%s is named only where wallets are described', (key, folder) => {
    const elsewhere = naming(key).filter((path) => !path.startsWith(folder));
    expect(elsewhere).toEqual(expect.arrayContaining(TOUCHED));
    const strange = elsewhere.filter(
      (path) => !TOUCHED.includes(path) && !ALLOWED.some((allowed) => allowed.test(path)),
    );
    expect(strange).toEqual([]);
  });

  it.each(WALLETS)('of the flows only the table names %s', (key) => {
    const flows = naming(key).filter((path) => path.startsWith('flows/') && path !== REDIRECT);
    expect(flows).toEqual(['flows/instruments.ts']);
  });
});
