import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { assertWithinBudgets, budgets, checkoutBudgets, table, weigh } from '../lib/budgets.mjs';
import { chunkEntries } from '../lib/chunks.mjs';
import { Output } from '../lib/output.mjs';

/** @param {string} name */
const files = (name) => [name, 'entry'];
const chunks = /** @type {import('../lib/chunks.mjs').ChunkFiles} */ (
  Object.fromEntries(chunkEntries().map(([name]) => [name, files(name)]))
);

describe('budgets', () => {
  it('the checkout’s weight counts all scripts that it needs to start, except React', () => {
    const page = { entry: '/assets/checkout-1.js', preload: ['/assets/react-1.js', '/assets/shared-1.js'] };
    const confirmation = { entry: '/assets/confirmation-1.js', preload: page.preload };
    const built = { ...page, confirmation, css: ['/assets/checkout-1.css'], form: '', cartQuery: '' };
    expect(checkoutBudgets(built)).toEqual([
      { name: 'React', urls: ['/assets/react-1.js'], limit: Number.POSITIVE_INFINITY },
      {
        name: 'checkout beside React',
        urls: ['/assets/checkout-1.js', '/assets/shared-1.js'],
        limit: 34_500,
      },
      { name: 'confirmation alone', urls: ['/assets/confirmation-1.js'], limit: 5_000 },
      { name: 'checkout styles', urls: ['/assets/checkout-1.css'], limit: 5_000 },
    ]);
  });

  it('[B.01] limits are as agreed', () => {
    const limits = budgets({ entry: 'entry', chunks }).map(({ urls, limit }) => [urls, limit]);
    expect(limits).toEqual([
      [['entry'], 8_000],
      [['entry', 'press'], 12_500],
      [['entry', 'press', 'wallet', 'google-pay'], 33_000],
      [['press'], Number.POSITIVE_INFINITY],
      [['wallet'], 17_000],
      [['cart-wallets'], Number.POSITIVE_INFINITY],
      [['delivery'], 5_000],
      [['rates'], 2_000],
      [['subscription'], 5_000],
      [['amazon-pay'], 4_000],
      [['apple-pay'], 4_000],
      [['google-pay'], 4_000],
      [['meta-pay'], 4_000],
      [['shop-wallet'], 4_000],
      [['paypal'], 4_000],
    ]);
  });

  it('the entry dynamically imports exactly the listed chunks', async () => {
    const loaders = await readFile(
      new URL('../../embed/elements/loaders/chunks.ts', import.meta.url),
      'utf8',
    );
    const imported = [...loaders.matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path).sort();
    const listed = chunkEntries()
      .map(([, { module }]) =>
        module.startsWith('elements/') ? module.replace('elements/', '../') : `../../${module}`,
      )
      .sort();
    expect(imported).toEqual(listed);
  });

  it('[B.01] the build fails above a budget and reports the excess', async () => {
    const output = new Output();
    const url = output.add('entry.js', randomBytes(9_000));
    const [entry] = budgets({ entry: url, chunks });
    if (entry === undefined) throw new Error('no budget');
    const weight = await weigh(output, entry);
    expect(weight.compressed).toBeGreaterThan(9_000);
    expect(() => assertWithinBudgets([weight])).toThrow(
      /entry.*90\d\d bytes after brotli, allowed are 8000 less the 3 %/,
    );
    expect(table([weight])).toContain('TOO BIG');
  });

  it('weighs bytes after brotli', async () => {
    const output = new Output();
    const url = output.add('entry.js', 'x'.repeat(100_000));
    const weight = await weigh(output, { name: 'x', urls: [url], limit: 8_000 });
    expect(weight.raw).toBe(100_000);
    expect(() => assertWithinBudgets([weight])).not.toThrow();
  });

  it('[B.01] three percent of each budget must stay free', () => {
    const weight = { name: 'x', raw: 0, limit: 1_000 };
    expect(() => assertWithinBudgets([{ ...weight, compressed: 970 }])).not.toThrow();
    expect(() => assertWithinBudgets([{ ...weight, compressed: 971 }])).toThrow(/3 % that stay free/);
  });
});
