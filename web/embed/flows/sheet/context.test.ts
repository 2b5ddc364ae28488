import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartClientError } from '../../cart/error.ts';
import { DELIVERY_UPDATE_LOOP_TIMEOUT_MS } from '../../constants.ts';
import { openSheet, scriptedServer, snapshotFields } from '../../test/sheet.ts';
import type { WalletAnswer, WalletCall } from '../../wallets/protocol.ts';

type Fetch = (call: WalletCall) => Promise<WalletAnswer<string>>;

const found: Fetch = () => Promise.resolve({ value: 'context-1', userErrors: [] });

async function open(fetch = found) {
  scriptedServer();
  const fetchContext = vi.fn(fetch);
  const sheet = openSheet();
  // The same adapter, with an operation that the test answers.
  Object.assign(sheet.request.adapter.operations ?? {}, { fetchContext });
  await sheet.handlers.opened();
  return { sheet, fetchContext };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what binds a payment to the cart', () => {
  it('[3.16] is asked for the cart of the sheet', async () => {
    const { sheet, fetchContext } = await open();
    expect(await sheet.handlers.contextWanted()).toEqual({ kind: 'context', context: 'context-1' });
    expect(fetchContext).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        cartId: snapshotFields()['id'],
        shop: { origin: 'https://shop.example', accessToken: 't' },
      }),
    );
  });

  it('[4.23] leads to the checkout where the server is busy', async () => {
    const { sheet } = await open(() =>
      Promise.reject(cartClientError('The server is busy', { kind: 'status', status: 429 })),
    );
    expect(await sheet.handlers.contextWanted()).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(String(sheet.last('navigate'))).toContain('/checkout/');
  });

  it.each(['payment_method_not_supported', 'cart_not_found'])(
    '[3.16] ends the sheet with %s',
    async (code) => {
      const { sheet } = await open(() =>
        Promise.resolve({ value: null, userErrors: [{ code, field: [], message: '' }] }),
      );
      expect(await sheet.handlers.contextWanted()).toMatchObject({ kind: 'end' });
    },
  );

  it('[4.24] is an error in the sheet when it takes too long, and the request is aborted', async () => {
    const { sheet, fetchContext } = await open(() => new Promise(() => undefined));
    const reply = sheet.handlers.contextWanted();
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    expect(await reply).toMatchObject({ kind: 'show_error', view: null });
    expect(fetchContext.mock.lastCall?.[0].options.signal.aborted).toBe(true);
  });

  it('[3.16] is not asked for before there is a cart', async () => {
    scriptedServer();
    const sheet = openSheet();
    const fetchContext = vi.fn(found);
    Object.assign(sheet.request.adapter.operations ?? {}, { fetchContext });
    expect(await sheet.handlers.contextWanted()).toMatchObject({ kind: 'end' });
    expect(fetchContext).not.toHaveBeenCalled();
  });
});
