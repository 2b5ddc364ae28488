import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { assertWithinBudgets, budgets, table, weigh } from '../lib/budgets.mjs';
import { Output } from '../lib/output.mjs';

describe('budgets', () => {
  it('[B.01] the entry may weigh 8 KB, everything for buy-it-now 75 KB', () => {
    const limits = budgets({ entry: 'e', press: 'p', ui: 'u' }).map(({ urls, limit }) => [urls, limit]);
    expect(limits).toContainEqual([['e'], 8000]);
    expect(limits).toContainEqual([['e', 'p', 'u'], 75_000]);
  });

  it('[B.01] the build fails above a budget, and says by how much', async () => {
    const output = new Output();
    const url = output.add('entry.js', randomBytes(9000));
    const [entry] = budgets({ entry: url, press: url, ui: url });
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
