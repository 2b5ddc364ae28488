import { describe, expect, it, vi } from 'vitest';
import {
  AUTHORIZATION_TIMEOUT_MS,
  COMPLETION_GRACE_MS,
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  SHEET_ABANDONED_MS,
} from '../../constants.ts';
import { answer } from '../../test/api.ts';
import {
  authorisation,
  contact,
  costing,
  openSheet,
  ORDER_URL,
  payload,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  submitted,
  SUCCESS,
  type Reply,
} from '../../test/sheet.ts';
import { shown, standStill, toCheckout, WALLET_TITLE } from '../../test/shown-sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { SheetEnding } from './ending.ts';
import { walletFault } from './errors.ts';
import { walletFailure } from './failure-notice.ts';
import { SheetCart } from './sheet-cart.ts';

standStill();

const DECLINED = submitted('SubmitFailed', {
  checkoutUrl: null,
  errors: [{ code: 'PAYMENT_ERROR', message: '' }],
});
const soldOut = (): Reply =>
  payload({
    cart: snapshotFields({ lines: { nodes: [] } }),
    warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
  });

/** The same reply, a while later. */
const after = (milliseconds: number, name: string, reply: unknown) => () =>
  new Promise<Response>((resolve) => {
    setTimeout(() => {
      resolve(answer({ data: { [name]: reply } }));
    }, milliseconds);
  });

/** A window of a vendor's in which the buyer sees an order. */
async function ordered(script: Parameters<typeof scriptedServer>[0]) {
  const server = scriptedServer({ paypalTokenCreate: { token: 'ORDER-1', userErrors: [] }, ...script });
  const sheet = openSheet({ instrument: INSTRUMENTS.paypal });
  await sheet.handlers.orderWanted({ fundingSource: 'PAYPAL', billingAgreement: false });
  return { server, sheet };
}

describe('a reason for the checkout without a cart', () => {
  it('[8.06] is a failure, and its code is the reason', async () => {
    const userErrors = [{ code: 'CAPTCHA_COMPLETION_REQUIRED', field: [], message: '' }];
    scriptedServer({ cartCreate: payload({ cart: null, userErrors }) });
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end', error: { code: 'captcha_required' } });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('error')).toMatchObject({ reason: 'checkout_unavailable' });
    expect(sheet.names()).toContain('dialog');
    expect(sheet.names()).not.toContain('navigate');
  });
});

describe('authorisations beside each other', () => {
  it('[B.03] outlive their element until the last has its answer', async () => {
    const { sheet } = await shown({
      cartSubmitForCompletion: [
        after(1000, 'cartSubmitForCompletion', DECLINED),
        after(1000, 'cartSubmitForCompletion', SUCCESS),
      ],
    });
    const done = [sheet.handlers.authorised(authorisation()), sheet.handlers.authorised(authorisation())];
    await vi.advanceTimersByTimeAsync(0);
    sheet.leaving.abort();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await Promise.all(done)).toMatchObject([{ kind: 'show_error' }, { kind: 'complete' }]);
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it.each([1, 2])(
    '[4.15] after %s without an order a removed element ends the flow at once',
    async (count) => {
      const { sheet } = await shown({ cartSubmitForCompletion: DECLINED });
      await Promise.all(Array.from({ length: count }, () => sheet.handlers.authorised(authorisation())));
      sheet.leaving.abort();
      expect(sheet.names()).toEqual(['start', 'busy', 'free']);
      expect(sheet.close).toHaveBeenCalledOnce();
    },
  );

  it('[B.03] outlive their element after one that was declined, too', async () => {
    const { sheet } = await shown({
      cartSubmitForCompletion: [DECLINED, after(1000, 'cartSubmitForCompletion', SUCCESS)],
    });
    await sheet.handlers.authorised(authorisation());
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    sheet.leaving.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toEqual({ kind: 'complete' });
  });

  it.each<[string, Reply]>([
    ['an order', SUCCESS],
    ['a card that was declined', DECLINED],
    ['the checkout', submitted('SubmitFailed', { checkoutUrl: null, errors: [] })],
  ])('[4.24] that end in time count no time-out: %s', async (_what, cartSubmitForCompletion) => {
    const { sheet } = await shown({ cartSubmitForCompletion });
    await sheet.handlers.authorised(authorisation());
    expect(sheet.metrics).toEqual([]);
  });

  it('[4.15] after the end change nothing', async () => {
    const { sheet } = await shown();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'end',
      error: { code: 'SESSION_ENDED', subject: 'other', messageKey: 'errors.closed' },
    });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(sheet.metrics).toHaveLength(1);
  });
});

describe('the last failure', () => {
  it('[8.06] is not said if a later step worked', async () => {
    const { sheet } = await shown({ cartSelectedDeliveryOptionsUpdate: [silence, payload()] });
    const late = sheet.handlers.optionSelected('posta');
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    const error = { code: 'TIMEOUT', messageKey: 'errors.timeout' };
    expect(await late).toMatchObject({ kind: 'show_error', errors: [error] });
    await sheet.handlers.optionSelected('posta');
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it('[8.06] is said if the buyer closes the sheet after it', async () => {
    const { sheet } = await shown({ cartSelectedDeliveryOptionsUpdate: silence });
    const late = sheet.handlers.optionSelected('posta');
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    await late;
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('error')).toMatchObject({ reason: 'wallet_unavailable' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.metrics).toEqual([]);
  });

  it.each(['cancelled', 'failed', 'completed'] as const)(
    '[8.11] of sold-out goods is said however the sheet closes: %s',
    async (kind) => {
      scriptedServer({ cartCreate: soldOut() });
      const sheet = openSheet();
      await sheet.handlers.opened();
      sheet.handlers.closed(kind === 'failed' ? { kind, code: 'X' } : { kind });
      expect(sheet.last('error')).toMatchObject({ reason: 'out_of_stock' });
      expect(console.warn).toHaveBeenCalledTimes(kind === 'failed' ? 1 : 0);
    },
  );

  it('[4.20] of a window that failed is said, and that it was blocked is not', async () => {
    scriptedServer({ cartCreate: soldOut() });
    const sheet = openSheet({ instrument: INSTRUMENTS.paypal });
    sheet.handlers.closed({ kind: 'blocked' });
    await vi.runAllTimersAsync();
    expect(sheet.last('dialog')).toMatchObject({ text: 'Tato položka již není k dispozici.' });
    expect(sheet.names().filter((name) => name === 'dialog')).toHaveLength(1);
  });

  it('[4.20] other than of sold-out goods gives way to the window that was blocked', async () => {
    scriptedServer({ cartCreate: refused('STRANGE') });
    const sheet = openSheet({ instrument: INSTRUMENTS.paypal });
    sheet.handlers.closed({ kind: 'blocked' });
    await vi.runAllTimersAsync();
    expect(sheet.last('error')).toMatchObject({ reason: 'window_blocked' });
  });
});

describe('a sheet that is closed', () => {
  it('[4.23] [B.03] while there may be an order: the checkout, which shows what became of it', async () => {
    const { server, sheet } = await shown({ cartSubmitForCompletion: silence });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('navigate')).toBe(toCheckout());
    const error = { code: 'CONTINUE_IN_CHECKOUT', subject: 'other', messageKey: 'errors.checkout' };
    expect(await done).toMatchObject({ kind: 'end', error });
    expect(server.names()).not.toContain('cartRemovePersonalData');
    expect(sheet.metrics).toEqual([]);
  });

  it('[4.15] by its element after the order: the page leaves for it at once, and stays taken', async () => {
    const { sheet } = await shown();
    await sheet.handlers.authorised(authorisation());
    sheet.leaving.abort();
    expect(sheet.last('navigate')).toBe(ORDER_URL);
    expect(sheet.names()).toEqual(['start', 'busy', 'complete', 'navigate']);
  });

  it('[4.20] [7.12] by nobody, because its window never says so: as if the buyer had closed it', async () => {
    const { sheet } = await ordered({ paypalTokenCreate: { token: null, userErrors: [] } });
    await vi.advanceTimersByTimeAsync(SHEET_ABANDONED_MS - 1);
    expect(sheet.names()).not.toContain('free');
    await vi.advanceTimersByTimeAsync(1);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(sheet.metrics).toMatchObject([{ instrument: 'PayPal', metric: 'sheet_cancelled' }]);
  });
});

describe('an approval of goods that are sold out', () => {
  it('[8.03] [8.11] is a failure that the dialog names, and no way to the checkout', async () => {
    const { sheet } = await ordered({
      paypalBuyerDetailsFetch: { details: null, userErrors: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }] },
      cartCreate: payload({ cart: snapshotFields({ lines: { nodes: [] } }) }),
    });
    expect(await sheet.handlers.approved('ORDER-1', () => null)).toMatchObject({
      kind: 'end',
      error: { code: 'MERCHANDISE_OUT_OF_STOCK' },
    });
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.last('error')).toMatchObject({ reason: 'out_of_stock' });
    expect(sheet.names()).not.toContain('navigate');
  });
});

describe('a page that leaves while its time-out is counted', () => {
  it('[4.15] [4.24] is led nowhere else', async () => {
    const { sheet } = await ordered({ paypalBuyerDetailsFetch: silence });
    sheet.request.host.addEventListener('accelerated-checkout:metric', () => {
      window.dispatchEvent(new Event('pagehide'));
    });
    const approved = sheet.handlers.approved('ORDER-1', () => null);
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
    expect(await approved).toMatchObject({ kind: 'end', error: { code: 'SESSION_ENDED' } });
    expect(sheet.metrics).toMatchObject([{ instrument: 'PayPal', metric: 'authorization_timeout' }]);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });
});

describe('the buyer’s data', () => {
  it('[4.14] stay where the checkout goes on with them', async () => {
    const dearer = payload({ cart: snapshotFields({ cost: costing('1400.00') }) });
    const { server, sheet } = await shown({ cartBuyerIdentityUpdate: [payload(), dearer] });
    await sheet.handlers.authorised(authorisation());
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_dynamic_tax'));
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });
});

describe('an end that is decided', () => {
  /** The end of a sheet that has a cart. */
  async function endingOf() {
    scriptedServer();
    const { request, ...sheet } = openSheet();
    const cart = new SheetCart(request);
    const finished = vi.fn();
    const ending = new SheetEnding(request, cart, finished);
    await cart.open(ending.signal);
    const fault = {
      error: walletFault('Google Pay', 'X'),
      failure: walletFailure(request),
    };
    return { ending, finished, fault, last: sheet.last, names: sheet.names };
  }

  it('[4.23] [B.03] leads to the order, whatever fails later', async () => {
    const { ending, fault, last, names } = await endingOf();
    ending.complete(ORDER_URL);
    expect(ending.decelerate('cart_not_ready')).toMatchObject({ error: { code: 'SESSION_ENDED' } });
    expect(last('navigate')).toBe(ORDER_URL);
    expect(ending.fail(fault)).toMatchObject({ kind: 'end', error: { code: 'SESSION_ENDED' } });
    expect(names().filter((name) => name === 'complete')).toHaveLength(1);
  });

  it('[4.23] leaves in its time for the order, whatever fails later', async () => {
    const { ending, fault, finished, last } = await endingOf();
    ending.complete(ORDER_URL);
    ending.fail(fault);
    await vi.advanceTimersByTimeAsync(COMPLETION_GRACE_MS - 1);
    expect(finished).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(finished).toHaveBeenCalledExactlyOnceWith(true);
    expect(last('navigate')).toBe(ORDER_URL);
  });

  it('[8.06] is said as it was, whatever a later step notes', async () => {
    const { ending, fault, finished, last } = await endingOf();
    ending.fail(fault);
    ending.noted(null);
    ending.closed({ kind: 'cancelled' });
    expect(last('error')).toMatchObject({ reason: 'wallet_unavailable' });
    expect(finished).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('[4.15] answers every later step with its first error', async () => {
    scriptedServer({ cartCreate: soldOut() });
    const sheet = openSheet();
    const { handlers } = sheet;
    const first = await handlers.opened();
    expect(first).toMatchObject({ kind: 'end', error: { code: 'MERCHANDISE_OUT_OF_STOCK' } });
    expect(await handlers.addressSelected(contact())).toEqual(first);
    handlers.closed({ kind: 'cancelled' });
    expect(await handlers.couponEntered('X')).toEqual(first);
    expect(vi.getTimerCount()).toBe(0);
  });
});
