import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applePayParams, fakeApple, JANA, payment } from '../../test/apple-pay.ts';
import { agreeingHandlers, deferred, sheetError, sheetView } from '../../test/google-pay.ts';
import type { SheetErrors, SheetReply, SheetSetup, WalletParams } from '../protocol.ts';
import { createAdapter } from './index.ts';

const GOODS = { requiresShipping: true, hasSellingPlan: false };
const SETUP: SheetSetup = { ...GOODS, currencyCode: 'CZK', totalLabel: 'Celkem' };

const tick = () => vi.advanceTimersByTimeAsync(0);
const never = () => new AbortController().signal;
const check = (params: WalletParams = {}) => createAdapter(applePayParams(params)).check(GOODS, never());

/** Opens a sheet that a flow agrees to whatever it does. */
function open(params: WalletParams = {}, setup: Partial<SheetSetup> = {}) {
  const apple = fakeApple();
  const handlers = agreeingHandlers();
  const sheet = createAdapter(applePayParams(params)).open({ ...SETUP, ...setup }, handlers);
  if (typeof sheet === 'string') throw new Error(sheet);
  return { apple, handlers, sheet };
}

const refusing = (...errors: SheetErrors) =>
  Promise.resolve<SheetReply & { kind: 'show_error' }>({ kind: 'show_error', view: sheetView(700), errors });
const ending = () => Promise.resolve<SheetReply & { kind: 'end' }>({ kind: 'end', error: sheetError() });
const total = (amount: string) => ({ label: 'Obchod', amount, type: 'final' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('check', () => {
  it('says yes where Apple does', async () => {
    fakeApple();
    expect(await check()).toEqual({ eligible: true });
  });

  it.each<[string, () => unknown, WalletParams]>([
    ['invalidWalletParams', () => fakeApple(), { merchantName: '' }],
    ['sdkUnavailable', () => undefined, {}],
    ['notReady', () => fakeApple({ canMakePayments: () => false }), {}],
    ['notReady', () => fakeApple({ versions: [1, 2] }), {}],
    [
      'notReady',
      () =>
        fakeApple({
          canMakePayments: () => {
            throw new Error('InvalidAccessError');
          },
        }),
      {},
    ],
  ])('[4.26] says %s', async (reason, browser, params) => {
    browser();
    expect(await check(params)).toEqual({ eligible: false, reason });
  });

  it('looks at what there is, never at the name of the browser', async () => {
    const name = vi.spyOn(navigator, 'userAgent', 'get');
    fakeApple();
    await check();
    expect(name).not.toHaveBeenCalled();
  });

  it('[3.16] loads the script of sdkUrl first, where there is one', async () => {
    const answer = check({ sdkUrl: 'https://applepay.cdn-apple.com/one.js' });
    await tick();
    fakeApple();
    document.querySelector('script')?.dispatchEvent(new Event('load'));
    expect(await answer).toEqual({ eligible: true });
  });

  it('[4.25] a script that does not load in time counts as missing', async () => {
    const giveUp = new AbortController();
    const params = applePayParams({ sdkUrl: 'https://applepay.cdn-apple.com/two.js' });
    const answer = createAdapter(params).check(GOODS, giveUp.signal);
    giveUp.abort();
    expect(await answer).toEqual({ eligible: false, reason: 'timeout' });
  });
});

describe('open', () => {
  it('[4.10] [4.16] begins in the task of the click, with a pending total', () => {
    const { apple } = open();
    expect(apple.names()).toEqual(['begin']);
    expect(apple.opened[0]?.request.total).toEqual({ label: 'Obchod', amount: '1.00', type: 'pending' });
  });

  it.each([
    [[3, 4, 12, 14], 14],
    [[1, 2, 3], 3],
    [[3, 14, 15, 99], 14],
  ])('[4.10] of the versions %j takes %i', (versions, version) => {
    const apple = fakeApple({ versions });
    createAdapter(applePayParams()).open(SETUP, agreeingHandlers());
    expect(apple.opened[0]?.version).toBe(version);
  });

  it('opens nothing where it can be had no longer', () => {
    fakeApple({ versions: [] });
    expect(createAdapter(applePayParams()).open(SETUP, agreeingHandlers())).toBe('notReady');
    expect(createAdapter({}).open(SETUP, agreeingHandlers())).toBe('invalidWalletParams');
  });
});

describe('a purchase', () => {
  it('[4.10] goes through every step, each answered with what it changed', async () => {
    const { apple, handlers } = open();
    const view = {
      ...sheetView(200),
      options: ['ppl', 'posta'].map((id) => ({ id, label: id, detail: '', minor: 100 })),
      selectedOptionId: 'posta',
    };
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'update', view });
    handlers.optionSelected.mockResolvedValueOnce({
      kind: 'update',
      view: { ...view, selectedOptionId: 'ppl' },
    });

    apple.fire('validatemerchant', { validationURL: 'https://apple-pay-gateway.apple.com/x' });
    await tick();
    expect(handlers.merchantValidation).toHaveBeenCalledExactlyOnceWith(
      'https://apple-pay-gateway.apple.com/x',
    );
    expect(apple.last('completeMerchantValidation')).toEqual({ nonce: 'n' });

    apple.fire('paymentmethodselected', { paymentMethod: { billingContact: { countryCode: 'SK' } } });
    await tick();
    expect(handlers.paymentMethodSelected.mock.lastCall?.[0]).toMatchObject({ country: 'SK' });
    expect(apple.last('completePaymentMethodSelection')).toMatchObject({ newTotal: total('4.00') });

    apple.fire('shippingcontactselected', { shippingContact: { countryCode: 'CZ', locality: 'Brno' } });
    await tick();
    expect(handlers.addressSelected.mock.lastCall?.[0]).toMatchObject({ country: 'CZ', city: 'Brno' });
    expect(apple.last('completeShippingContactSelection')).toMatchObject({
      newTotal: total('2.00'),
      newShippingMethods: [{ identifier: 'posta' }, { identifier: 'ppl' }],
      errors: [],
    });

    apple.fire('shippingmethodselected', { shippingMethod: { identifier: 'ppl' } });
    await tick();
    expect(handlers.optionSelected).toHaveBeenCalledExactlyOnceWith('ppl');
    expect(apple.last('completeShippingMethodSelection')).toEqual({
      newTotal: total('2.00'),
      newLineItems: [],
    });

    apple.fire('paymentauthorized', { payment: payment() });
    await tick();
    expect(handlers.authorised.mock.lastCall?.[0]).toMatchObject({
      email: 'jana@example.cz',
      shipping: { firstName: 'Jana' },
      billing: { lastName: 'Nováková' },
      optionId: 'ppl',
      content: { input: 'applePayWalletContent' },
    });
    expect(apple.last('completePayment')).toEqual({ status: 0 });
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'completed' });
    expect(apple.names()).not.toContain('abort');
  });

  it('[4.33] the option that was selected last is the one that is agreed to', async () => {
    const { apple, handlers } = open();
    handlers.optionSelected.mockResolvedValueOnce({
      kind: 'update',
      view: { ...sheetView(), selectedOptionId: 'kuryr' },
    });
    apple.fire('shippingmethodselected', { shippingMethod: { identifier: 'kuryr' } });
    await tick();
    apple.fire('paymentauthorized', { payment: payment() });
    expect(handlers.authorised.mock.lastCall?.[0].optionId).toBe('kuryr');
  });

  it.each([
    [undefined, JANA, 'jana@example.cz'],
    ['ucet@example.cz', JANA, 'ucet@example.cz'],
    ['', JANA, 'jana@example.cz'],
    [undefined, { ...JANA, emailAddress: '' }, null],
  ])('[5.06] the e-mail: of the account %j first', (customerAccountEmail, shippingContact, email) => {
    const { apple, handlers } = open({ customerAccountEmail });
    const billingContact = { ...JANA, emailAddress: '' };
    apple.fire('paymentauthorized', { payment: payment({ shippingContact, billingContact }) });
    expect(handlers.authorised.mock.lastCall?.[0].email).toBe(email);
  });

  it.each([
    ['billing', { billingContact: undefined }],
    ['shipping', { shippingContact: undefined }],
  ] as const)('[5.05] a contact that is missing is said to be: %s', (name, more) => {
    const { apple, handlers } = open();
    apple.fire('paymentauthorized', { payment: { ...payment(), ...more } });
    expect(handlers.authorised.mock.lastCall?.[0][name]).toBeNull();
  });

  it('goods that go nowhere have no option, and the one telephone is the bill’s', () => {
    const { apple, handlers } = open({}, { requiresShipping: false });
    const billingContact = { ...JANA, phoneNumber: '' };
    const shippingContact = { phoneNumber: '+420777', emailAddress: 'jana@example.cz' };
    apple.fire('paymentauthorized', { payment: payment({ billingContact, shippingContact }) });
    expect(handlers.authorised.mock.lastCall?.[0]).toMatchObject({
      optionId: null,
      billing: { phone: '+420777', lastName: 'Nováková' },
    });
  });

  it('a malformed token fails without a request', () => {
    const { apple, handlers } = open();
    apple.fire('paymentauthorized', { payment: { ...payment(), token: {} } });
    expect(apple.last('completePayment')).toMatchObject({ status: 1, errors: [{ code: 'unknown' }] });
    expect(handlers.authorised).not.toHaveBeenCalled();
  });
});

describe('what is wrong', () => {
  const error = sheetError({ subject: 'shipping', field: 'postalCode' });
  const shown = { code: 'shippingContactInvalid', contactField: 'postalCode', message: 'Něco je špatně.' };

  it('[5.07] of an address stands at its field, beside the totals as they are', async () => {
    const { apple, handlers } = open();
    handlers.addressSelected.mockReturnValueOnce(refusing(error));
    apple.fire('shippingcontactselected', { shippingContact: JANA });
    await tick();
    expect(apple.last('completeShippingContactSelection')).toMatchObject({
      newTotal: total('7.00'),
      errors: [shown],
    });
  });

  it('[5.07] of several things all are shown', async () => {
    const { apple, handlers } = open();
    const email = sheetError({ subject: 'contact', field: 'email' });
    handlers.authorised.mockReturnValueOnce(refusing(error, email));
    apple.fire('paymentauthorized', { payment: payment() });
    await tick();
    expect(apple.last('completePayment')).toMatchObject({
      status: 1,
      errors: [shown, { code: 'shippingContactInvalid', contactField: 'emailAddress' }],
    });
    expect(handlers.closed).not.toHaveBeenCalled();
  });

  it('[5.08] of a coupon is couponCodeInvalid', async () => {
    const { apple, handlers } = open();
    handlers.couponEntered.mockReturnValueOnce(refusing(sheetError({ subject: 'coupon' })));
    apple.fire('couponcodechanged', { couponCode: 'NIC' });
    await tick();
    expect(handlers.couponEntered).toHaveBeenCalledExactlyOnceWith('NIC');
    expect(apple.last('completeCouponCodeChange')).toMatchObject({ errors: [{ code: 'couponCodeInvalid' }] });
  });

  it('[5.07] in the billing address is shown when the card is chosen', async () => {
    const { apple, handlers } = open({}, { requiresShipping: false });
    const bill = sheetError({ subject: 'billing', field: 'zone' });
    handlers.paymentMethodSelected.mockReturnValueOnce(refusing(bill));
    apple.fire('paymentmethodselected', { paymentMethod: { billingContact: { countryCode: 'HK' } } });
    await tick();
    expect(apple.last('completePaymentMethodSelection')).toMatchObject({
      errors: [{ code: 'billingContactInvalid', contactField: 'postalCode' }],
    });
  });

  it('of an option sends the options again, because Apple cannot show the error', async () => {
    const { apple, handlers } = open();
    handlers.optionSelected.mockReturnValueOnce(refusing(sheetError({ subject: 'option' })));
    apple.fire('shippingmethodselected', { shippingMethod: { identifier: 'gone' } });
    await tick();
    expect(apple.last('completeShippingMethodSelection')).toEqual({
      newTotal: total('7.00'),
      newLineItems: [],
      newShippingMethods: [],
    });
  });

  it('[4.16] before anything was shown keeps the pending total', async () => {
    const { apple, handlers } = open();
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'show_error', view: null, errors: [error] });
    apple.fire('shippingcontactselected', { shippingContact: JANA });
    await tick();
    expect(apple.last('completeShippingContactSelection')).toMatchObject({
      newTotal: { amount: '1.00', type: 'pending' },
      newShippingMethods: [],
    });
  });
});

describe('the end', () => {
  it.each([
    ['merchantValidation', 'validatemerchant', { validationURL: 'https://apple.test' }],
    ['paymentMethodSelected', 'paymentmethodselected', { paymentMethod: {} }],
    ['addressSelected', 'shippingcontactselected', { shippingContact: JANA }],
    ['optionSelected', 'shippingmethodselected', { shippingMethod: { identifier: 'ppl' } }],
    ['couponEntered', 'couponcodechanged', { couponCode: 'X' }],
    ['authorised', 'paymentauthorized', { payment: payment() }],
  ] as const)('[4.10] [4.11] at %s closes the sheet', async (step, event, detail) => {
    const { apple, handlers } = open();
    handlers[step].mockImplementationOnce(ending);
    apple.fire(event, detail);
    await tick();
    expect(apple.names()).toEqual(['begin', 'abort']);
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'cancelled' });
  });

  it.each([
    ['merchantValidation', 'validatemerchant', { validationURL: 'https://apple.test' }],
    ['addressSelected', 'shippingcontactselected', { shippingContact: JANA }],
    ['authorised', 'paymentauthorized', { payment: payment() }],
  ] as const)(
    '[4.15] cancelled at %s: what is answered later reaches no sheet',
    async (step, event, detail) => {
      const { apple, handlers } = open();
      const late = deferred<never>();
      handlers[step].mockReturnValueOnce(late.promise);
      apple.fire(event, detail);
      apple.fire('cancel');
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'cancelled' });
      late.resolve({ kind: 'update', view: sheetView() } as never);
      await tick();
      expect(apple.names()).toEqual(['begin']);
      expect(handlers.closed).toHaveBeenCalledOnce();
    },
  );

  it('[4.15] by the page closes the sheet, once', () => {
    const { apple, handlers, sheet } = open();
    sheet.close();
    sheet.close();
    apple.fire('cancel');
    expect(apple.names()).toEqual(['begin', 'abort']);
    expect(handlers.closed).not.toHaveBeenCalled();
  });
});
