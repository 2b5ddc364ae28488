import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The chunk, loaded anew, and the buttons that it draws. */
async function fresh() {
  vi.resetModules();
  const { buttonView } = await import('../dom/button-views.ts');
  const { buildNode } = await import('../dom/tree.ts');
  const { createAdapter } = await import('./index.ts');
  const drawn = (callToAction: boolean): HTMLElement =>
    buildNode(buttonView('shop_pay', callToAction) ?? '') as HTMLElement;
  return { createAdapter, drawn };
}

beforeEach(() => {
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});

describe('the shop wallet', () => {
  it('[2.14] [2.15] has a button of its own, with the name that the shop gave it', async () => {
    const { createAdapter, drawn } = await fresh();
    expect(drawn(false).getAttribute('aria-label')).toBe('Zkratka');
    createAdapter({ walletName: 'Káva Pay' });
    expect(drawn(false).textContent).toBe('Káva Pay');
    expect(drawn(true).getAttribute('aria-label')).toBe('Koupit přes Káva Pay');
    expect(drawn(true).querySelector('wallet-face')).not.toBeNull();
  });

  it('[4.25] can be offered to everybody', async () => {
    const { createAdapter } = await fresh();
    const goods = { requiresShipping: false, hasSellingPlan: true };
    const answer = createAdapter({}).check(goods, new AbortController().signal);
    await expect(answer).resolves.toEqual({ eligible: true });
  });
});
