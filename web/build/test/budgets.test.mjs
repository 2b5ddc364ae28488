import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { assertWithinBudgets, budgets, checkoutBudgets, table, weigh } from '../lib/budgets.mjs';
import { chunkEntries, importOf } from '../lib/chunks.mjs';
import { Output } from '../lib/output.mjs';

const urls = {
  ui: 'u',
  press: 'p',
  wallet: 'w',
  sheet: 's',
  delivery: 'd',
  subscription: 'c',
  'apple-pay': 'a',
  'google-pay': 'g',
  paypal: 'y',
};

describe('budgets', () => {
  it('the checkout is weighed without React, but with everything else that it starts with', () => {
    const page = { entry: '/assets/checkout-1.js', preload: ['/assets/react-1.js', '/assets/shared-1.js'] };
    const confirmation = { entry: '/assets/confirmation-1.js', preload: page.preload };
    const built = { ...page, confirmation, css: ['/assets/checkout-1.css'], form: '', cart_query: '' };
    expect(checkoutBudgets(built)).toEqual([
      { name: 'React', urls: ['/assets/react-1.js'], limit: Number.POSITIVE_INFINITY },
      {
        name: 'checkout beside React',
        urls: ['/assets/checkout-1.js', '/assets/shared-1.js'],
        limit: 33_000,
      },
      { name: 'confirmation alone', urls: ['/assets/confirmation-1.js'], limit: 5000 },
      { name: 'checkout styles', urls: ['/assets/checkout-1.css'], limit: 5000 },
    ]);
  });

  it('[B.01] every limit', () => {
    const limits = budgets({ entry: 'e', chunks: urls }).map(({ urls, limit }) => [urls, limit]);
    expect(limits).toEqual([
      [['e'], 8000],
      [['e', 'p'], 12_500],
      [['e', 'p', 'u'], 75_000],
      [['u'], Number.POSITIVE_INFINITY],
      [['p'], Number.POSITIVE_INFINITY],
      [['w'], 8000],
      [['s'], 13_800],
      [['d'], 5000],
      [['c'], 5000],
      [['a'], 4000],
      [['g'], 4000],
      [['y'], 4000],
    ]);
  });

  it('the imports are found as the entry writes them', async () => {
    const loaders = await readFile(new URL('../../embed/elements/chunks.ts', import.meta.url), 'utf8');
    for (const [, chunk] of chunkEntries()) expect(loaders).toContain(importOf(chunk));
  });

  it('[B.01] the build fails above a budget, and says by how much', async () => {
    const output = new Output();
    const url = output.add('entry.js', randomBytes(9000));
    const [entry] = budgets({ entry: url, chunks: urls });
    if (entry === undefined) throw new Error('no budget');
    const weight = await weigh(output, entry);
    expect(weight.compressed).toBeGreaterThan(9000);
    expect(() => assertWithinBudgets([weight])).toThrow(/entry.*90\d\d bytes after brotli, allowed are 8000/);
    expect(table([weight])).toContain('TOO BIG');
  });

  it('weighs after brotli, not before', async () => {
    const output = new Output();
    const url = output.add('entry.js', 'x'.repeat(100_000));
    const weight = await weigh(output, { name: 'x', urls: [url], limit: 8000 });
    expect(weight.raw).toBe(100_000);
    expect(() => assertWithinBudgets([weight])).not.toThrow();
  });
});
