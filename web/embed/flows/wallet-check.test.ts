// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_SDK_TIMEOUT_MS } from '../constants.ts';
import type { IneligibleReason, WalletAdapter } from '../wallets/protocol.ts';
import { registerInstrument } from './instrument-registry.ts';
import type { PayingInstrument } from './instrument-registry.ts';
import { checkWallet, knownWallets, selectWallet } from './wallet-check.ts';

const config = (name: string) => ({ name, walletParams: {} });
const goods = { requiresShipping: true, hasSellingPlan: false };
const never = () => new Promise<never>(() => undefined);

const undone: (() => void)[] = [];
const offer = (
  name: PayingInstrument['name'],
  check: WalletAdapter['check'],
  load: () => Promise<unknown> = () => Promise.resolve(),
) =>
  undone.push(
    registerInstrument({
      name,
      walletName: name,
      loadAdapter: async () => {
        await load();
        return { createAdapter: () => ({ check, open: () => 'notReady' }) };
      },
    }),
  );

const select = (names: string[], over: { loadChunks?: () => Promise<string>; signal?: AbortSignal } = {}) => {
  const skipped = vi.fn();
  const context = {
    goods,
    loadChunks: () => Promise.resolve('chunks'),
    signal: new AbortController().signal,
    ...over,
  };
  return { skipped, selected: selectWallet(names.map(config), context, skipped) };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  for (const undo of undone.splice(0)) undo();
});

describe('wallet selection', () => {
  it('[4.25] the first that can be offered, with everything it needs', async () => {
    offer('GooglePay', () => Promise.resolve({ eligible: true }));
    offer('PayPal', () => Promise.resolve({ eligible: true }));
    const { selected, skipped } = select(['google_pay', 'paypal']);
    expect(await selected).toMatchObject({ instrument: { name: 'GooglePay' }, chunks: 'chunks' });
    expect(skipped).not.toHaveBeenCalled();
  });

  it.each<IneligibleReason>([
    'invalidWalletParams',
    'invalidAuthParams',
    'authJwtExpired',
    'sdkUnavailable',
    'timeout',
    'notReady',
    'digitalCart',
  ])('[4.26] after %s the selection goes on', async (reason) => {
    offer('GooglePay', () => Promise.resolve({ eligible: false, reason }));
    offer('PayPal', () => Promise.resolve({ eligible: true }));
    const { selected, skipped } = select(['google_pay', 'paypal']);
    expect(await selected).toMatchObject({ instrument: { name: 'PayPal' } });
    expect(skipped).toHaveBeenCalledExactlyOnceWith('GooglePay', reason);
  });

  it.each([
    ['the check', () => offer('GooglePay', never), undefined],
    ['the adapter', () => offer('GooglePay', never, never), undefined],
    ['the sheet', () => offer('GooglePay', () => Promise.resolve({ eligible: true })), never],
  ])('[4.25] %s has 2000 ms', async (_name, prepare, loadChunks) => {
    prepare();
    const { selected, skipped } = select(['google_pay'], loadChunks ? { loadChunks } : {});
    await vi.advanceTimersByTimeAsync(WALLET_SDK_TIMEOUT_MS - 1);
    expect(skipped).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await selected).toBeNull();
    expect(skipped).toHaveBeenCalledExactlyOnceWith('GooglePay', 'timeout');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[4.25] a chunk that cannot be loaded passes its wallet over', async () => {
    offer('GooglePay', never, () => Promise.reject(new Error('network')));
    const { selected, skipped } = select(['google_pay']);
    expect(await selected).toBeNull();
    expect(skipped).toHaveBeenCalledExactlyOnceWith('GooglePay', 'sdkUnavailable');
    expect(console.debug).toHaveBeenCalledExactlyOnceWith('accelerated-checkout:', new Error('network'));
  });

  it('[4.25] a wallet that this page does not know is passed over', async () => {
    offer('PayPal', () => Promise.resolve({ eligible: true }));
    const { selected, skipped } = select(['bitcoin', 'paypal']);
    expect(await selected).toMatchObject({ instrument: { name: 'PayPal' } });
    expect(skipped).toHaveBeenCalledExactlyOnceWith('Unknown', 'unsupported_instrument');
  });

  it('[4.25] the check learns of the goods, and that its time is up', async () => {
    const check = vi.fn<WalletAdapter['check']>(never);
    offer('GooglePay', check);
    const { selected } = select(['google_pay']);
    await vi.advanceTimersByTimeAsync(0);
    const [asked, signal] = check.mock.calls[0] ?? [];
    expect(asked).toEqual(goods);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(WALLET_SDK_TIMEOUT_MS);
    await selected;
    expect(signal?.aborted).toBe(true);
  });

  it('[4.25] ends without a word when it is aborted', async () => {
    offer('GooglePay', never);
    const aborting = new AbortController();
    const { selected, skipped } = select(['google_pay'], { signal: aborting.signal });
    aborting.abort();
    await expect(selected).rejects.toThrow();
    expect(skipped).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    const context = { goods, loadChunks: () => Promise.resolve(''), signal: aborting.signal };
    await expect(checkWallet(config('google_pay'), context)).rejects.toThrow('abort');
    expect(console.debug).not.toHaveBeenCalled();
  });

  it('[2.03] [4.25] nothing is asked behind the plain button, and unknown wallets are passed over at once', () => {
    offer('GooglePay', never);
    const skipped = vi.fn();
    const names = ['bitcoin', 'google_pay', 'buy_it_now', 'paypal'].map(config);
    expect(knownWallets([null, ...names], skipped)).toEqual([config('google_pay')]);
    expect(skipped).toHaveBeenCalledExactlyOnceWith('Unknown', 'unsupported_instrument');
  });
});
