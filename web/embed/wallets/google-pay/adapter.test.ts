import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  NOW,
  agreeingHandlers,
  deferred,
  fakeGoogle,
  googlePayParams,
  sheetError,
  sheetView,
} from '../../test/google-pay.ts';
import type { SheetReply, WalletParams } from '../protocol.ts';
import { closingOf, createGooglePay } from './adapter.ts';
import { createAdapter } from './index.ts';

let count = 0;
const GOODS = { requiresShipping: true, hasSellingPlan: false };
const SETUP = { ...GOODS, currencyCode: 'CZK', totalLabel: 'Celkem' };
const EXPIRED = { auth: [{ jwt: 'a.b.c', expiresAt: NOW / 1000 }] };

/** With an address of its own: what has loaded stays loaded. */
const adapterOf = (more: WalletParams = {}, now = () => NOW) =>
  createGooglePay(googlePayParams({ sdkUrl: `https://pay.google.com/${String((count += 1))}.js`, ...more }), {
    now,
  });

const tick = () => vi.advanceTimersByTimeAsync(0);
const never = () => new AbortController().signal;

async function script(event: 'load' | 'error') {
  document.querySelector('script')?.dispatchEvent(new Event(event));
  await tick();
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('check', () => {
  it('[4.26] says yes when Google does, after loading from sdkUrl', async () => {
    const google = fakeGoogle();
    const answer = adapterOf().check(GOODS, never());
    expect(document.querySelector('script')?.src).toMatch(/^https:\/\/pay\.google\.com\//u);
    await script('load');
    expect(await answer).toEqual({ eligible: true });
    expect(google.options).toEqual([{ environment: 'TEST' }]);
  });

  it.each<[string, WalletParams, typeof GOODS]>([
    ['digitalCart', {}, { ...GOODS, requiresShipping: false }],
    ['invalidWalletParams', { environment: 'LIVE' }, GOODS],
    ['invalidAuthParams', { auth: [] }, GOODS],
    ['authJwtExpired', EXPIRED, GOODS],
  ])('[4.26] [5.10] says %s without loading anything', async (reason, params, goods) => {
    expect(await adapterOf(params).check(goods, never())).toEqual({ eligible: false, reason });
    expect(document.querySelector('script')).toBeNull();
  });

  it.each([
    ['an answer of no', () => Promise.resolve({ result: false })],
    ['a rejection', () => Promise.reject(new Error('DEVELOPER_ERROR'))],
    [
      'an exception',
      () => {
        throw new Error('DEVELOPER_ERROR');
      },
    ],
  ])('[4.26] takes %s for notReady', async (_what, isReadyToPay) => {
    fakeGoogle(isReadyToPay);
    const answer = adapterOf().check(GOODS, never());
    await script('load');
    expect(await answer).toEqual({ eligible: false, reason: 'notReady' });
  });

  it.each([undefined, { maps: {} }])('[4.26] says sdkUnavailable where the global is %j', async (google) => {
    vi.stubGlobal('google', google);
    const answer = adapterOf().check(GOODS, never());
    await script('load');
    expect(await answer).toEqual({ eligible: false, reason: 'sdkUnavailable' });
  });

  it('[7.14] says sdkUnavailable when the script fails four times', async () => {
    const answer = adapterOf().check(GOODS, never());
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await script('error');
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(await answer).toEqual({ eligible: false, reason: 'sdkUnavailable' });
  });

  it.each(['the script', 'the answer'])('[4.26] says timeout while it waits for %s', async (what) => {
    fakeGoogle(() => new Promise(() => undefined));
    const controller = new AbortController();
    const answer = adapterOf().check(GOODS, controller.signal);
    if (what === 'the answer') await script('load');
    controller.abort();
    expect(await answer).toEqual({ eligible: false, reason: 'timeout' });
  });
});

function opened(more: WalletParams = {}) {
  const google = fakeGoogle();
  const handlers = agreeingHandlers();
  const sheet = adapterOf(more).open(SETUP, handlers);
  const callbacks = google.options[0]?.paymentDataCallbacks;
  const { onPaymentDataChanged: change, onPaymentAuthorized: authorise } = callbacks ?? {};
  if (!change || !authorise) throw new Error('the sheet has callbacks');
  return { google, handlers, sheet, change, authorise };
}

const PLACE = { locality: 'Praha', administrativeArea: '', postalCode: '11000', countryCode: 'CZ' };
const CARD = { type: 'CARD' } as const;
const totalOf = (update: google.payments.api.PaymentDataRequestUpdate) =>
  update.newTransactionInfo?.totalPrice;

describe('open', () => {
  it('[4.22] opens the sheet in the click’s own task', () => {
    const { google, handlers, sheet } = opened();
    expect(google.loadPaymentData).toHaveBeenCalledOnce();
    expect(google.loadPaymentData.mock.calls[0]?.[0].merchantInfo).toMatchObject({ authJwt: 'a.b.c' });
    expect(typeof sheet).toBe('object');
    expect(handlers.opened).not.toHaveBeenCalled();
  });

  it('[5.10] checks the authorisation again', () => {
    const google = fakeGoogle();
    let now = NOW;
    const adapter = adapterOf({}, () => now);
    now += 3_600_000;
    expect(adapter.open(SETUP, agreeingHandlers())).toBe('authJwtExpired');
    expect(google.loadPaymentData).not.toHaveBeenCalled();
  });

  it('[5.10] refuses goods that are not shipped, and opens nothing without the SDK', () => {
    expect(adapterOf().open({ ...SETUP, requiresShipping: false }, agreeingHandlers())).toBe('digitalCart');
    expect(adapterOf().open(SETUP, agreeingHandlers())).toBe('sdkUnavailable');
  });

  it('goes by the browser’s clock', () => {
    vi.setSystemTime(NOW);
    fakeGoogle();
    expect(typeof createAdapter(googlePayParams()).open(SETUP, agreeingHandlers())).toBe('object');
    expect(createAdapter(googlePayParams(EXPIRED)).open(SETUP, agreeingHandlers())).toBe('authJwtExpired');
  });

  it('[4.22] INITIALIZE opens, and selects the address that comes along', async () => {
    const { handlers, change } = opened();
    const update = await change({
      callbackTrigger: 'INITIALIZE',
      paymentMethodData: CARD,
      shippingAddress: PLACE,
    });
    expect(handlers.opened).toHaveBeenCalledOnce();
    expect(handlers.addressSelected.mock.calls[0]?.[0]).toMatchObject({ city: 'Praha', country: 'CZ' });
    expect(totalOf(update)).toBe('2.00');
  });

  it('[4.22] INITIALIZE without an address only opens', async () => {
    const { handlers, change } = opened();
    expect(totalOf(await change({ callbackTrigger: 'INITIALIZE', paymentMethodData: CARD }))).toBe('1.00');
    expect(handlers.addressSelected).not.toHaveBeenCalled();
  });

  it('[4.22] INITIALIZE selects nothing for a cart that could not be made', async () => {
    const { handlers, change } = opened();
    handlers.opened.mockResolvedValue({ kind: 'end', error: sheetError() });
    const update = await change({
      callbackTrigger: 'INITIALIZE',
      paymentMethodData: CARD,
      shippingAddress: PLACE,
    });
    expect(update).toEqual({
      error: { reason: 'OTHER_ERROR', intent: 'SHIPPING_ADDRESS', message: 'Něco je špatně.' },
    });
    expect(handlers.addressSelected).not.toHaveBeenCalled();
  });

  it('[4.22] SHIPPING_ADDRESS and SHIPPING_OPTION are asked one after the other', async () => {
    const { handlers, change } = opened();
    const first = deferred<SheetReply>();
    handlers.addressSelected.mockReturnValue(first.promise);
    const address = change({
      callbackTrigger: 'SHIPPING_ADDRESS',
      paymentMethodData: CARD,
      shippingAddress: PLACE,
    });
    const option = change({
      callbackTrigger: 'SHIPPING_OPTION',
      paymentMethodData: CARD,
      shippingAddress: PLACE,
      shippingOptionData: { id: 'a,b' },
    });
    await tick();
    expect(handlers.optionSelected).not.toHaveBeenCalled();
    first.resolve({ kind: 'update', view: sheetView(700) });
    expect(totalOf(await address)).toBe('7.00');
    expect(totalOf(await option)).toBe('3.00');
    expect(handlers.optionSelected).toHaveBeenCalledExactlyOnceWith('a,b');
    expect(handlers.addressSelected).toHaveBeenCalledOnce();
  });

  it('[4.22] changes that the cart does not depend on change nothing', async () => {
    const { handlers, change } = opened();
    for (const callbackTrigger of ['OFFER', 'PAYMENT_METHOD'] as 'OFFER'[])
      expect(await change({ callbackTrigger, paymentMethodData: CARD, shippingAddress: PLACE })).toEqual({});
    expect(handlers.addressSelected).not.toHaveBeenCalled();
  });

  it('[8.07] shows an error beside the view, or alone', async () => {
    const { handlers, change } = opened();
    const errors = [sheetError({ subject: 'shipping', unserviceable: true })] as const;
    const select = () =>
      change({ callbackTrigger: 'SHIPPING_ADDRESS', paymentMethodData: CARD, shippingAddress: PLACE });
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'show_error', view: sheetView(500), errors });
    const both = await select();
    expect([totalOf(both), both.error?.reason]).toEqual(['5.00', 'SHIPPING_ADDRESS_UNSERVICEABLE']);
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'show_error', view: null, errors });
    expect(Object.keys(await select())).toEqual(['error']);
  });
});

const TOKEN = JSON.stringify({ signature: 's', signedMessage: 'm', protocolVersion: 'ECv1' });
const paid = (token = TOKEN, optionId = 'a,b'): google.payments.api.PaymentData => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  email: 'jana@example.cz',
  shippingAddress: { ...PLACE, name: 'Jana Nováková' },
  shippingOptionData: { id: optionId },
  paymentMethodData: {
    type: 'CARD',
    info: { cardNetwork: 'VISA', cardDetails: '1111', billingAddress: { ...PLACE, name: 'Madonna' } },
    tokenizationData: { type: 'DIRECT', token },
  },
});

describe('authorisation', () => {
  it('[4.22] hands over what the buyer agreed to', async () => {
    const { handlers, authorise } = opened();
    expect(await authorise(paid())).toEqual({ transactionState: 'SUCCESS' });
    expect(handlers.authorised.mock.calls[0]?.[0]).toMatchObject({
      email: 'jana@example.cz',
      shipping: { firstName: 'Jana', lastName: 'Nováková' },
      billing: { firstName: null, lastName: 'Madonna' },
      optionId: 'a,b',
      content: { input: 'googlePayWalletContent', fields: { signature: 's' } },
    });
  });

  it('[4.24] is handed on at once, whatever is still being asked: the flow’s time runs from then', async () => {
    const { handlers, change, authorise } = opened();
    const first = deferred<SheetReply>();
    handlers.addressSelected.mockReturnValue(first.promise);
    void change({ callbackTrigger: 'SHIPPING_ADDRESS', paymentMethodData: CARD, shippingAddress: PLACE });
    await tick();
    expect(await authorise(paid())).toEqual({ transactionState: 'SUCCESS' });
  });

  it('[4.22] knows Google’s word for no option', async () => {
    const { handlers, authorise } = opened();
    await authorise(paid(TOKEN, 'shipping_option_unselected'));
    expect(handlers.authorised.mock.calls[0]?.[0].optionId).toBeNull();
  });

  it('[3.13] answers a malformed token with an error, not an exception', async () => {
    const { handlers, authorise } = opened();
    const result = await authorise(paid('tok_1'));
    expect(result).toMatchObject({ transactionState: 'ERROR', error: { reason: 'PAYMENT_DATA_INVALID' } });
    expect(handlers.authorised).not.toHaveBeenCalled();
  });

  it.each([
    [
      { kind: 'show_error', view: null, errors: [sheetError({ subject: 'billing' })] },
      'PAYMENT_DATA_INVALID',
      'PAYMENT_METHOD',
    ],
    [{ kind: 'end', error: sheetError() }, 'OTHER_ERROR', 'PAYMENT_AUTHORIZATION'],
  ] as const)('[8.07] answers %j with %s', async (reply, reason, intent) => {
    const { handlers, authorise } = opened();
    handlers.authorised.mockResolvedValue(reply);
    expect(await authorise(paid())).toEqual({
      transactionState: 'ERROR',
      error: { reason, intent, message: 'Něco je špatně.' },
    });
  });
});

describe('closing', () => {
  it('[4.22] is completed when the sheet resolves', async () => {
    const { google, handlers } = opened();
    google.sheet.resolve(paid());
    await tick();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
  });

  it.each([
    [{ statusCode: 'CANCELED' }, { kind: 'cancelled' }],
    [{ statusCode: 'DEVELOPER_ERROR' }, { kind: 'failed', code: 'DEVELOPER_ERROR' }],
    [{ statusCode: 'MERCHANT_ACCOUNT_ERROR' }, { kind: 'failed', code: 'MERCHANT_ACCOUNT_ERROR' }],
    [new Error('odd'), { kind: 'failed', code: 'UNKNOWN' }],
    [undefined, { kind: 'failed', code: 'UNKNOWN' }],
  ])('[4.22] of %j is %j', (rejection, closing) => {
    expect(closingOf(rejection)).toEqual(closing);
  });

  it.each(['rejects', 'throws'])('[4.22] is reported once when the sheet %s', async (how) => {
    const google = fakeGoogle();
    const handlers = agreeingHandlers();
    const rejection = Object.assign(new Error('no'), { statusCode: 'INTERNAL_ERROR' });
    google.loadPaymentData.mockImplementation(() => {
      if (how === 'throws') throw rejection;
      return Promise.reject(rejection);
    });
    adapterOf().open(SETUP, handlers);
    expect(handlers.closed).not.toHaveBeenCalled();
    await tick();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'INTERNAL_ERROR' });
  });
});
