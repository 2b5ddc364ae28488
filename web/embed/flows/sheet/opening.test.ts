import { describe, expect, it, vi } from 'vitest';
import { REDIRECT_REUSE_MS } from '../../constants.ts';
import { authorisation, contact, openSheet, scriptedServer, silence } from '../../test/sheet.ts';
import { shown, standStill, WALLET_TITLE } from '../../test/shown-sheet.ts';
import type { WalletAdapter } from '../../wallets/protocol.ts';
import { INSTRUMENTS } from '../instruments.ts';

standStill();

const adapter = (open: WalletAdapter['open']): WalletAdapter => ({
  check: () => Promise.resolve({ eligible: true }),
  open,
});

/** A page that answers the start of a purchase. */
function page(onStart: (event: Event) => void): EventTarget {
  const host = new EventTarget();
  host.addEventListener('accelerated-checkout:start', onStart);
  return host;
}

describe('a press of a wallet’s button', () => {
  it.each([
    ['a line', {}, { variantId: 1, quantity: 1 }],
    ['a cart', { source: { kind: 'cart', cartId: 'gid://shopify/Cart/Z' } }, null],
  ] as const)('[B.06] tells the page of %s before the wallet starts', (_what, over, line) => {
    const open = vi.fn(() => ({ close: () => undefined }));
    const sheet = openSheet({ ...over, adapter: adapter(open) });
    expect(sheet.last('start')).toMatchObject({ instrument: 'GooglePay', line, requiresShipping: true });
    expect(open).toHaveBeenCalledOnce();
  });

  it('[B.06] that the page holds opens nothing, and the next one does', () => {
    let isHeld = true;
    const host = page((event) => {
      if (isHeld) event.preventDefault();
    });
    const held = openSheet({ host });
    expect(held.log).toEqual([]);
    isHeld = false;
    expect(openSheet({ host, lock: held.lock }).names()).toEqual(['busy']);
  });

  it('[4.15] of an element that is gone does nothing', () => {
    const gone = new AbortController();
    gone.abort();
    expect(openSheet({ signal: gone.signal }).log).toEqual([]);
  });

  it('[4.15] at which the page removes the element opens nothing, and the next one does', () => {
    const leaving = new AbortController();
    const host = page(() => {
      leaving.abort();
    });
    const open = vi.fn(() => ({ close: () => undefined }));
    const gone = openSheet({ host, signal: leaving.signal, adapter: adapter(open) });
    expect(open).not.toHaveBeenCalled();
    expect(gone.log).toEqual([]);
    expect(openSheet({ lock: gone.lock }).names()).toEqual(['start', 'busy']);
  });

  it('[4.22] tells the wallet what is known of the goods', () => {
    const open = vi.fn<WalletAdapter['open']>(() => ({ close: () => undefined }));
    openSheet({ adapter: adapter(open), hasSellingPlan: true });
    expect(open.mock.calls[0]?.[0]).toEqual({
      requiresShipping: true,
      hasSellingPlan: true,
      currencyCode: 'CZK',
      totalLabel: 'Celkem',
    });
  });

  it('[8.06] [8.11] at which the wallet’s script throws: its dialog, and the next purchase can begin', () => {
    const error = new Error('no gesture');
    const sheet = openSheet({
      adapter: adapter(() => {
        throw error;
      }),
    });
    expect(sheet.names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
    expect(sheet.last('error')).toMatchObject({ instrument: 'GooglePay', reason: 'wallet_unavailable' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.lock.tryAcquire()).not.toBeNull();
    expect(console.warn).toHaveBeenCalledWith('accelerated-checkout:', error);
    expect(console.warn).toHaveBeenCalledWith("accelerated-checkout: the wallet's sheet failed: OPEN");
  });
});

describe('an element that is removed while its wallet opens', () => {
  it('[4.15] ends the flow, and the wallet is told so and closed', async () => {
    const leaving = new AbortController();
    const close = vi.fn();
    const open = vi.fn<WalletAdapter['open']>(() => {
      leaving.abort();
      return { close };
    });
    const sheet = openSheet({ adapter: adapter(open), signal: leaving.signal });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(close).toHaveBeenCalledOnce();
    expect(await open.mock.calls[0]?.[1].opened()).toMatchObject({ kind: 'end' });
  });
});

describe('the wallet’s own window', () => {
  const leave = {
    pagehide: () => window.dispatchEvent(new Event('pagehide')),
    removal: ({ leaving }: ReturnType<typeof openSheet>) => {
      leaving.abort();
    },
  };

  it.each(['pagehide', 'removal'] as const)('[4.15] that has closed is not closed by %s', async (how) => {
    const { sheet } = await shown();
    sheet.handlers.closed({ kind: 'cancelled' });
    leave[how](sheet);
    expect(sheet.close).not.toHaveBeenCalled();
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it('[4.15] [B.03] stays while its payment may become an order, though its element is removed', async () => {
    const { sheet } = await shown({ cartSubmitForCompletion: silence });
    void sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    sheet.leaving.abort();
    window.dispatchEvent(new Event('pagehide'));
    expect(sheet.close).not.toHaveBeenCalled();
    expect(sheet.names()).not.toContain('free');
  });

  it('[4.15] closes with a page that is left before anything was submitted', async () => {
    const { server, sheet } = await shown({ cartPaymentUpdate: silence });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('pagehide'));
    expect(sheet.close).toHaveBeenCalledOnce();
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(await done).toMatchObject({ kind: 'end' });
    expect(server.names()).not.toContain('cartSubmitForCompletion');
  });
});

describe('a page that is being left', () => {
  it.each([
    [
      'it goes, then the time is over',
      async () => {
        window.dispatchEvent(new Event('pagehide'));
        await vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS);
      },
    ],
    [
      'the time is over, then it goes',
      async () => {
        await vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS);
        window.dispatchEvent(new Event('pagehide'));
      },
    ],
  ])('[4.15] is free for another purchase once: %s', async (_order, pass) => {
    const { sheet } = await shown();
    await sheet.handlers.authorised(authorisation());
    sheet.handlers.closed({ kind: 'completed' });
    await pass();
    expect(sheet.names().filter((name) => name === 'free')).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('goods that are not shipped', () => {
  it('[4.26] [5.10] are a reason that the page is told', () => {
    const sheet = openSheet({ requiresShipping: false });
    expect(sheet.last('unavailable')).toEqual({ instrument: 'GooglePay', reason: 'digitalCart' });
  });

  it('[5.10] open the sheet of a wallet that sells them', async () => {
    scriptedServer();
    const sheet = openSheet({ instrument: INSTRUMENTS.apple_pay, requiresShipping: false });
    expect(sheet.names()).toEqual(['start', 'busy']);
    expect(sheet.last('start')).toMatchObject({ requiresShipping: false });
    // The cart turns out to be shipped, and this sheet asks for no address.
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
  });
});
