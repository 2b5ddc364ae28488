import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { agreeingHandlers, sheetError } from '../../test/google-pay.ts';
import type { SheetSetup } from '../protocol.ts';
import { NAMESPACE } from './adapter.ts';
import { createAdapter, createVenmo } from './index.ts';
import type { SavingOptions, SessionOptions } from './types.ts';

const PARAMS = {
  sdkUrl: '/sandbox/paypal/web-sdk/v6/core',
  clientId: 'client',
  currencyCode: 'CZK',
  testBuyerCountry: 'CZ',
};
const GOODS = { requiresShipping: true, hasSellingPlan: false };
const SETUP: SheetSetup = { ...GOODS, currencyCode: 'CZK', totalLabel: 'Celkem' };

/** What a page that has loaded PayPal's script has. */
function vendor(eligible: readonly string[] = ['paypal', 'venmo']) {
  const session = { start: vi.fn<(...given: unknown[]) => Promise<unknown>>(), destroy: vi.fn() };
  session.start.mockReturnValue(new Promise(() => undefined));
  const create = vi.fn<(options: SessionOptions & Record<string, unknown>) => typeof session>(() => session);
  const save = vi.fn<(options: SavingOptions) => typeof session>(() => session);
  const findEligibleMethods = vi.fn(() =>
    Promise.resolve({ isEligible: (method: string) => eligible.includes(method) }),
  );
  const createInstance = vi.fn(() =>
    Promise.resolve({
      findEligibleMethods,
      createPayPalOneTimePaymentSession: create,
      createVenmoOneTimePaymentSession: create,
      createPayPalSavePaymentSession: save,
      createVenmoSavePaymentSession: save,
    }),
  );
  vi.stubGlobal(NAMESPACE, { createInstance });
  const options = () => {
    const [first] = create.mock.calls.at(-1) ?? [];
    if (first === undefined) throw new Error('No session was made');
    return first;
  };
  return { session, create, save, options, createInstance, findEligibleMethods };
}

const never = () => new AbortController().signal;

/** An adapter whose window is open. */
async function opened(setup: Partial<SheetSetup> = {}) {
  const sdk = vendor();
  const handlers = agreeingHandlers();
  const adapter = createAdapter(PARAMS);
  await adapter.check(GOODS, never());
  const sheet = adapter.open({ ...SETUP, ...setup }, handlers);
  if (typeof sheet === 'string') throw new Error(sheet);
  const [, order] = sdk.session.start.mock.calls[0] ?? [];
  return { ...sdk, handlers, sheet, order: order as Promise<{ orderId: string }> };
}

beforeEach(() => {
  // The script is there as soon as it is asked for.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    (script as HTMLScriptElement).onload?.(new Event('load'));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('check', () => {
  it('[7.24] loads the script under a name of ours, and asks in the page’s currency', async () => {
    const { createInstance, findEligibleMethods } = vendor();
    const fresh = { ...PARAMS, sdkUrl: '/first/core' };
    expect(await createAdapter(fresh).check(GOODS, never())).toEqual({ eligible: true });
    const [script] = vi.mocked(document.head).append.mock.calls[0] ?? [];
    expect((script as HTMLScriptElement).dataset['namespace']).toBe(NAMESPACE);
    expect(createInstance).toHaveBeenCalledWith({
      clientId: 'client',
      components: ['paypal-payments'],
      locale: 'cs-CZ',
      testBuyerCountry: 'CZ',
    });
    expect(findEligibleMethods).toHaveBeenCalledWith({
      currencyCode: 'CZK',
      paymentFlow: 'ONE_TIME_PAYMENT',
    });
  });

  it.each([
    ['a selling plan', { ...GOODS, hasSellingPlan: true }, PARAMS],
    ['[3.16] the page', GOODS, { ...PARAMS, requiresBillingAgreement: true }],
  ])('an account that is kept, for %s', async (_, goods, params) => {
    const { findEligibleMethods } = vendor();
    await createAdapter(params).check(goods, never());
    expect(findEligibleMethods).toHaveBeenCalledWith(
      expect.objectContaining({ paymentFlow: 'VAULT_WITHOUT_PAYMENT' }),
    );
  });

  it.each(['sdkUrl', 'clientId', 'currencyCode'])('[4.26] refuses parameters without %s', async (name) => {
    vendor();
    const answer = await createAdapter({ ...PARAMS, [name]: '' }).check(GOODS, never());
    expect(answer).toEqual({ eligible: false, reason: 'invalidWalletParams' });
  });

  it('[1.03] Venmo where PayPal says so, and not else', async () => {
    vendor(['paypal']);
    expect(await createVenmo(PARAMS).check(GOODS, never())).toEqual({ eligible: false, reason: 'notReady' });
    const { createInstance } = vendor();
    expect(await createVenmo(PARAMS).check(GOODS, never())).toEqual({ eligible: true });
    expect(createInstance).toHaveBeenCalledWith(expect.objectContaining({ components: ['venmo-payments'] }));
  });

  it('says that the script defined nothing', async () => {
    const answer = await createAdapter(PARAMS).check(GOODS, never());
    expect(answer).toEqual({ eligible: false, reason: 'sdkUnavailable' });
  });
});

describe('open', () => {
  it('[4.19] starts the window in the same task, with an order that comes later', async () => {
    const { session, handlers, order, options } = await opened();
    // Nothing is ordered in the window.
    expect(options()).toMatchObject({ commit: false });
    expect(session.start).toHaveBeenCalledExactlyOnceWith({ presentationMode: 'popup' }, expect.any(Promise));
    expect(await order).toEqual({ orderId: 'ORDER' });
    expect(handlers.orderWanted).toHaveBeenCalledExactlyOnceWith({
      fundingSource: 'PAYPAL',
      billingAgreement: false,
    });
  });

  it.each([
    ['PayPal', createAdapter, 'PAYPAL'],
    ['Venmo', createVenmo, 'VENMO'],
  ])('[4.19] [5.15] has an account at %s kept for what renews', async (_, create, fundingSource) => {
    const sdk = vendor();
    const handlers = agreeingHandlers();
    const adapter = create(PARAMS);
    await adapter.check({ ...GOODS, hasSellingPlan: true }, never());
    adapter.open({ ...SETUP, hasSellingPlan: true }, handlers);
    expect(sdk.create).not.toHaveBeenCalled();
    const [presentation, agreement] = sdk.session.start.mock.calls[0] ?? [];
    expect(presentation).toEqual({ presentationMode: 'popup' });
    expect(await agreement).toEqual({ vaultSetupToken: 'ORDER' });
    expect(handlers.orderWanted).toHaveBeenCalledExactlyOnceWith({ fundingSource, billingAgreement: true });
    const [options] = sdk.save.mock.calls[0] ?? [];
    await options?.onApprove({ vaultSetupToken: 'ORDER' });
    options?.onCancel();
    const [token, contentOf] = handlers.approved.mock.calls[0] ?? [];
    expect(token).toBe('ORDER');
    const details = { email: 'jana@example.cz', payerId: 'PAYER', expiresAt: '', remoteOrderId: 'ORDER' };
    expect(contentOf?.({ ...details, destination: null, billing: null })?.fields).toMatchObject({
      token: 'ORDER',
      acceptedSubscriptionTerms: true,
      vaultingAgreement: true,
    });
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
  });

  it('[4.20] there is no agreement: the window is not shown one', async () => {
    const sdk = vendor();
    sdk.session.start.mockImplementation((_, agreement) => agreement as Promise<unknown>);
    const handlers = agreeingHandlers();
    handlers.orderWanted.mockResolvedValue({ kind: 'end', error: sheetError({ code: 'NO_ORDER' }) });
    const adapter = createAdapter(PARAMS);
    await adapter.check(GOODS, never());
    adapter.open({ ...SETUP, hasSellingPlan: true }, handlers);
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'NO_ORDER' });
    });
    expect(sdk.session.destroy).toHaveBeenCalledOnce();
  });

  it('is not there before it was asked', () => {
    vendor();
    expect(createAdapter(PARAMS).open(SETUP, agreeingHandlers())).toBe('notReady');
  });

  it('[3.13] hands on what the API wants of who has approved', async () => {
    const { handlers, options } = await opened();
    await options().onApprove({ orderId: 'ORDER', fundingSource: 'paypal' });
    const [token, contentOf] = handlers.approved.mock.calls[0] ?? [];
    expect(token).toBe('ORDER');
    const details = {
      email: 'jana@example.cz',
      payerId: 'PAYER',
      expiresAt: '2030-01-01T00:00:00.000Z',
      remoteOrderId: 'ORDER',
      destination: null,
      billing: null,
    };
    expect(contentOf?.(details)).toEqual({
      input: 'paypalWalletContent',
      fields: {
        email: 'jana@example.cz',
        expiresAt: '2030-01-01T00:00:00.000Z',
        payerId: 'PAYER',
        token: 'ORDER',
        acceptedSubscriptionTerms: false,
        vaultingAgreement: false,
        merchantId: null,
      },
    });
    expect(contentOf?.({ ...details, payerId: null })).toBeNull();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
  });

  it('[4.19] approved twice is approved once', async () => {
    const { handlers, options } = await opened();
    const approval = { orderId: 'ORDER', fundingSource: 'paypal' } as const;
    await Promise.all([options().onApprove(approval), options().onApprove(approval)]);
    expect(handlers.approved).toHaveBeenCalledOnce();
    expect(handlers.closed).toHaveBeenCalledOnce();
  });

  it('[4.20] a window that closes after the approval is no cancelled one', async () => {
    const { handlers, options } = await opened();
    const approving = options().onApprove({ orderId: 'ORDER', fundingSource: 'paypal' });
    options().onCancel();
    await approving;
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
  });

  it.each([
    [
      '[4.20] cancelled',
      (options: SessionOptions) => {
        options.onCancel();
      },
      { kind: 'cancelled' },
    ],
    [
      '[4.20] blocked',
      (options: SessionOptions) => {
        options.onError({ code: 'ERR_DEV_UNABLE_TO_OPEN_POPUP' });
      },
      { kind: 'blocked' },
    ],
    [
      '[4.20] failed',
      (options: SessionOptions) => {
        options.onError({ code: 'INSTRUMENT_DECLINED' });
      },
      { kind: 'failed', code: 'INSTRUMENT_DECLINED' },
    ],
    [
      'failed without a word',
      (options: SessionOptions) => {
        options.onError('?');
      },
      { kind: 'failed', code: 'UNKNOWN' },
    ],
  ])('%s: told once, and the window is gone', async (_, happen, how) => {
    const { handlers, options, session } = await opened();
    happen(options());
    options().onCancel();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith(how);
    expect(session.destroy).toHaveBeenCalledOnce();
  });

  it('[4.20] there is no order: the window is not shown one', async () => {
    const sdk = vendor();
    sdk.session.start.mockImplementation((_, order) => order as Promise<unknown>);
    const handlers = agreeingHandlers();
    handlers.orderWanted.mockResolvedValue({ kind: 'end', error: sheetError({ code: 'NO_ORDER' }) });
    const adapter = createAdapter(PARAMS);
    await adapter.check(GOODS, never());
    adapter.open(SETUP, handlers);
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'NO_ORDER' });
    });
    expect(sdk.session.destroy).toHaveBeenCalledOnce();
  });

  it.each([
    ['an order', false],
    ['an agreement', true],
  ])(
    '[4.20] blocked, and then there is not even %s: nobody is left to hear of it',
    async (_, hasSellingPlan) => {
      const sdk = vendor();
      sdk.session.start.mockImplementation(() => {
        throw Object.assign(new Error('No window'), { code: 'ERR_DEV_UNABLE_TO_OPEN_POPUP' });
      });
      const handlers = agreeingHandlers();
      handlers.orderWanted.mockResolvedValue({ kind: 'end', error: sheetError({ code: 'NO_ORDER' }) });
      const adapter = createAdapter(PARAMS);
      await adapter.check(GOODS, never());
      adapter.open({ ...SETUP, hasSellingPlan }, handlers);
      await eventually(() => {
        expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'blocked' });
      });
      // The runner fails a run in which a rejection was heard by nobody, and learns of it after the microtasks of its task.
      await new Promise((resolve) => setTimeout(resolve));
    },
  );

  it('a page that goes takes the window along, without a word', async () => {
    const { handlers, session, sheet } = await opened();
    sheet.close();
    sheet.close();
    expect(session.destroy).toHaveBeenCalledOnce();
    expect(handlers.closed).not.toHaveBeenCalled();
  });
});
