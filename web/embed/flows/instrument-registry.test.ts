// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { registerInstrument, sheetInstrument } from './instrument-registry.ts';
import type { PayingInstrument } from './instrument-registry.ts';

describe('the wallets of a page', () => {
  it('[1.03] are those registered, for as long as they are', () => {
    const wallet: PayingInstrument = {
      name: 'Venmo',
      walletName: 'Venmo',
      loadAdapter: () => Promise.reject(new Error('not loaded here')),
    };
    const found = () => sheetInstrument({ name: 'venmo' });
    expect(found()).toBeUndefined();
    const remove = registerInstrument(wallet);
    expect(found()).toBe(wallet);
    expect(sheetInstrument({ name: 'paypal' })).toBeUndefined();
    remove();
    expect(found()).toBeUndefined();
  });
});
