import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agreeingHandlers } from '../../test/google-pay.ts';
import { fakeMetaPay, metaPayParams, paymentResponse } from '../../test/meta-pay.ts';
import type { WalletParams } from '../protocol.ts';
import { closingOf, createMetaPay } from './adapter.ts';
import type { PaymentDetailsUpdate } from './types.ts';

let count = 0;
const GOODS = { requiresShipping: true, hasSellingPlan: false };
const SETUP = { ...GOODS, currencyCode: 'CZK', totalLabel: 'Celkem' };

/** With an address of its own: what has loaded stays loaded. */
const adapterOf = (more: WalletParams = {}) =>
  createMetaPay(metaPayParams({ sdkUrl: `/meta-pay-${String((count += 1))}.js`, ...more }));

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
  it('[1.03] says yes when the vendor does, after loading the app’s script', async () => {
    const vendor = fakeMetaPay();
    const answer = adapterOf().check(GOODS, never());
    expect(document.querySelector('script')?.src).toMatch(/\/meta-pay-\d+\.js\?appId=app-1$/u);
    await script('load');
    expect(await answer).toEqual({ eligible: true });
    expect(vendor.requests[0]?.[0]).toMatchObject({ partnerMerchantId: 'M1', mode: 'TEST' });
    expect(vendor.show).not.toHaveBeenCalled();
  });

  it('[4.26] says invalidWalletParams without loading anything', async () => {
    const answer = await adapterOf({ partnerId: '' }).check(GOODS, never());
    expect(answer).toEqual({ eligible: false, reason: 'invalidWalletParams' });
    expect(document.querySelector('script')).toBeNull();
  });

  it.each([
    ['an answer of no', () => Promise.resolve(false)],
    ['a rejection', () => Promise.reject(new Error('INVALID_REQUEST'))],
    [
      'an exception',
      () => {
        throw new Error('INVALID_REQUEST');
      },
    ],
  ])('[4.26] takes %s for notReady', async (_what, canMakePayment) => {
    fakeMetaPay(canMakePayment);
    const answer = adapterOf().check(GOODS, never());
    await script('load');
    expect(await answer).toEqual({ eligible: false, reason: 'notReady' });
  });

  it('[4.26] says sdkUnavailable where the script defines nothing', async () => {
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
    fakeMetaPay(() => new Promise(() => undefined));
    const controller = new AbortController();
    const answer = adapterOf().check(GOODS, controller.signal);
    if (what === 'the answer') await script('load');
    controller.abort();
    expect(await answer).toEqual({ eligible: false, reason: 'timeout' });
  });
});

/** An open sheet. */
function opened() {
  const vendor = fakeMetaPay();
  const handlers = agreeingHandlers();
  const sheet = adapterOf().open(SETUP, handlers);
  return { vendor, handlers, sheet };
}

describe('open', () => {
  it('[2.22] opens the sheet in the click’s own task', () => {
    const { vendor, handlers, sheet } = opened();
    expect(vendor.show).toHaveBeenCalledOnce();
    expect(vendor.requests[0]?.[1].total).toEqual({
      label: 'Obchod',
      amount: { currency: 'CZK', value: '0.01' },
    });
    expect(typeof sheet).toBe('object');
    expect(handlers.opened).not.toHaveBeenCalled();
  });

  it('[4.26] opens nothing with wrong parameters or without the script', () => {
    const handlers = agreeingHandlers();
    expect(adapterOf().open(SETUP, handlers)).toBe('sdkUnavailable');
    expect(adapterOf({ name: '' }).open(SETUP, handlers)).toBe('invalidWalletParams');
    expect(handlers.closed).not.toHaveBeenCalled();
  });

  it('[2.22] answers changes of the sheet while its listener runs', async () => {
    const { vendor, handlers } = opened();
    const answers: (PaymentDetailsUpdate | Promise<PaymentDetailsUpdate>)[] = [];
    vendor.listeners[0]?.({
      paymentDetails: { total: { label: 'Obchod', amount: { currency: 'CZK', value: '0.01' } } },
      updateWith: (update) => {
        answers.push(update);
      },
    });
    expect(answers).toHaveLength(1);
    expect(await answers[0]).toMatchObject({ total: { label: 'Obchod', amount: { value: '1.00' } } });
    expect(handlers.opened).toHaveBeenCalledOnce();
  });

  it('[2.22] leaves the sheet open for reasons of the page: nothing is known that closes it', () => {
    const { handlers, sheet } = opened();
    if (typeof sheet === 'object') sheet.close();
    expect(handlers.closed).not.toHaveBeenCalled();
  });
});

describe('closing', () => {
  it('[2.22] is completed after the consent was paid', async () => {
    const { vendor, handlers } = opened();
    vendor.consent(paymentResponse());
    await tick();
    expect(handlers.authorised).toHaveBeenCalledOnce();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
  });

  it.each([
    [{ code: 'CANCELLED' }, { kind: 'cancelled' }],
    [{ code: 'INVALID_STATE' }, { kind: 'failed', code: 'INVALID_STATE' }],
    [new Error('odd'), { kind: 'failed', code: 'UNKNOWN' }],
    [undefined, { kind: 'failed', code: 'UNKNOWN' }],
  ])('[2.22] of %j is %j', (rejection, closing) => {
    expect(closingOf(rejection)).toEqual(closing);
  });

  it.each(['rejects', 'throws'])('[2.22] is reported once when the sheet %s', async (how) => {
    const vendor = fakeMetaPay();
    const handlers = agreeingHandlers();
    const rejection = Object.assign(new Error('no'), { code: 'NOT_ALLOWED' });
    vendor.show.mockImplementation(() => {
      if (how === 'throws') throw rejection;
      return Promise.reject(rejection);
    });
    adapterOf().open(SETUP, handlers);
    expect(handlers.closed).not.toHaveBeenCalled();
    await tick();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'NOT_ALLOWED' });
  });

  it('[2.22] is cancelled when the buyer closes the sheet instead of trying again', async () => {
    const { vendor, handlers } = opened();
    const consent = paymentResponse();
    consent.retry.mockRejectedValue({ code: 'CANCELLED' });
    const error = { code: 'X', subject: 'payment', field: 'whole', messageKey: '', message: 'Ne.' } as const;
    handlers.authorised.mockResolvedValue({
      kind: 'show_error',
      view: null,
      errors: [{ ...error, unserviceable: false }],
    });
    vendor.consent(consent);
    await tick();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'cancelled' });
  });

  it('[2.22] is a failure when the sheet is gone before the order is told', async () => {
    const { vendor, handlers } = opened();
    const consent = paymentResponse();
    consent.complete.mockRejectedValue({ code: 'INVALID_STATE' });
    vendor.consent(consent);
    await tick();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'INVALID_STATE' });
  });
});
