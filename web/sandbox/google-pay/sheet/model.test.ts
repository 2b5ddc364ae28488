import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MERCHANT_DEADLINE } from '../../common/in-time.ts';
import { goodRequest } from '../../test/request.ts';
import { CARDS } from '../cards.ts';
import { PaymentsError } from '../error.ts';
import type { Mint } from '../mint.ts';
import type { PaymentDataCallbacks, PaymentDataRequestUpdate } from '../types.ts';
import { createSheetModel, type SheetModelOptions } from './model.ts';
import { canPay } from './state.ts';

const OPTIONS = {
  shippingOptions: [
    { id: 'ppl', label: 'PPL' },
    { id: 'dpd', label: 'DPD' },
  ],
  defaultSelectedOptionId: 'ppl',
};
const WRONG_ERROR = { reason: 'SHIPPING_ADDRESS_INVALID', intent: 'SHIPPING_OPTION', message: 'Ne' } as const;
const onPaymentDataChanged = vi.fn<NonNullable<PaymentDataCallbacks['onPaymentDataChanged']>>();
const onPaymentAuthorized = vi.fn<NonNullable<PaymentDataCallbacks['onPaymentAuthorized']>>();
const mint = vi.fn<Mint>();

beforeEach(() => {
  vi.useFakeTimers();
  onPaymentDataChanged.mockReset().mockReturnValue({ newShippingOptionParameters: OPTIONS });
  onPaymentAuthorized.mockReset().mockReturnValue({ transactionState: 'SUCCESS' });
  mint.mockReset().mockResolvedValue('{"protocolVersion":"ECv2"}');
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs everything that is due. */
const settle = () => vi.advanceTimersByTimeAsync(0);

function start(change: Partial<SheetModelOptions> = {}) {
  const request = goodRequest();
  const [method] = request.allowedPaymentMethods;
  const [card, ...cards] = CARDS;
  if (!method || !card) throw new Error('There is no method or card');
  const session = createSheetModel({
    request,
    callbacks: { onPaymentDataChanged, onPaymentAuthorized },
    method,
    cards: [card, ...cards],
    preset: { buyer: null, card: null, protocol: null },
    mint,
    ...change,
  });
  session.finished.catch(() => undefined);
  session.start();
  return session;
}

describe('the merchant', () => {
  it('[B.02] first gets a redacted address and no option', async () => {
    start();
    await settle();
    expect(onPaymentDataChanged).toHaveBeenCalledExactlyOnceWith({
      callbackTrigger: 'INITIALIZE',
      paymentMethodData: { type: 'CARD', info: { cardNetwork: 'VISA' } },
      shippingAddress: { administrativeArea: '', countryCode: 'CZ', locality: 'Brno', postalCode: '616 00' },
      shippingOptionData: { id: 'shipping_option_unselected' },
    });
  });

  it('[B.02] then gets every change, the emirate in Arabic', async () => {
    const session = start();
    await settle();
    expect(session.state().optionId).toBe('ppl');
    session.chooseBuyer('ae');
    session.chooseOption('dpd');
    await settle();
    const heard = onPaymentDataChanged.mock.calls.map(([data]) => data);
    expect(heard.map(({ callbackTrigger }) => callbackTrigger)).toEqual([
      'INITIALIZE',
      'SHIPPING_ADDRESS',
      'SHIPPING_OPTION',
    ]);
    expect(heard[1]?.shippingAddress).toMatchObject({ countryCode: 'AE', administrativeArea: 'دبي' });
    // The answer to the address selected another option; the buyer's later choice wins.
    expect(heard[2]?.shippingOptionData).toEqual({ id: 'dpd' });
  });

  it('[B.02] gets no address in a country that it does not allow', async () => {
    const request = { ...goodRequest(), shippingAddressParameters: { allowedCountryCodes: ['SK'] } };
    const session = start({ request });
    expect(session.state().buyer.id).toBe('sk');
    session.chooseBuyer('us');
    await settle();
    expect(onPaymentDataChanged).toHaveBeenCalledOnce();
    expect(session.state().error?.intent).toBe('SHIPPING_ADDRESS');
    expect(canPay(session.state())).toBe(false);
  });
});

describe('payment', () => {
  it('[B.02] waits for the merchant’s answer, and until delivery has no error', async () => {
    const error = {
      reason: 'SHIPPING_ADDRESS_UNSERVICEABLE',
      intent: 'SHIPPING_ADDRESS',
      message: 'Ne',
    } as const;
    onPaymentDataChanged.mockReturnValueOnce({ error });
    const session = start();
    expect(canPay(session.state())).toBe(false);
    await settle();
    expect(session.state().error).toEqual(error);
    session.pay();
    expect(mint).not.toHaveBeenCalled();
    session.chooseBuyer('sk');
    await settle();
    expect(canPay(session.state())).toBe(true);
  });

  it.each([
    ['a change', () => onPaymentDataChanged.mockReturnValue({ error: WRONG_ERROR })],
    [
      'an authorisation',
      () => onPaymentAuthorized.mockReturnValue({ transactionState: 'ERROR', error: WRONG_ERROR }),
    ],
  ])('[B.02] [8.07] ends if the error that answers %s names the wrong intent', async (_what, answer) => {
    answer();
    const session = start();
    const ended = expect(session.finished).rejects.toMatchObject({ statusCode: 'DEVELOPER_ERROR' });
    await settle();
    session.pay();
    await settle();
    await ended;
  });

  it('[B.02] gives the merchant the token and all requested data', async () => {
    const session = start({ preset: { buyer: 'mononym', card: 'decline', protocol: 'ECv1' } });
    await settle();
    session.pay();
    await settle();
    expect(mint.mock.lastCall?.[2].number).toBe('4000000000000002');
    expect(mint.mock.lastCall?.[3]).toBe('ECv1');
    const data = await session.finished;
    expect(onPaymentAuthorized).toHaveBeenCalledExactlyOnceWith(data);
    expect(data).toMatchObject({
      email: 'radka@example.com',
      shippingAddress: { name: 'Radka', phoneNumber: '+420 602 234 567' },
      shippingOptionData: { id: 'ppl' },
      paymentMethodData: {
        info: { cardNetwork: 'VISA', cardDetails: '0002', billingAddress: { name: 'Radka' } },
        tokenizationData: { type: 'PAYMENT_GATEWAY', token: '{"protocolVersion":"ECv2"}' },
      },
    });
  });

  it('[B.02] can be retried after the merchant’s ERROR', async () => {
    const error = { reason: 'PAYMENT_DATA_INVALID', intent: 'PAYMENT_AUTHORIZATION', message: 'Ne' } as const;
    onPaymentAuthorized.mockReturnValueOnce({ transactionState: 'ERROR', error });
    const session = start();
    await settle();
    session.pay();
    await settle();
    expect(session.state()).toMatchObject({ error, waiting: null });
    session.pay();
    await expect(session.finished).resolves.toBeDefined();
    expect(mint).toHaveBeenCalledTimes(2);
  });

  it('[B.02] can be retried after a network error, and ends if the token is refused', async () => {
    mint.mockRejectedValueOnce(new TypeError('no network'));
    const session = start();
    await settle();
    session.pay();
    await settle();
    expect(session.state().error?.reason).toBe('OTHER_ERROR');
    mint.mockRejectedValueOnce(new PaymentsError('MERCHANT_ACCOUNT_ERROR', 'authJwt'));
    session.pay();
    await expect(session.finished).rejects.toMatchObject({ statusCode: 'MERCHANT_ACCOUNT_ERROR' });
  });
});

describe('the end of a sheet', () => {
  it('[B.02] follows a cancellation, after which the merchant gets no call', async () => {
    const session = start();
    await settle();
    session.cancel();
    session.chooseBuyer('sk');
    session.pay();
    await settle();
    await expect(session.finished).rejects.toMatchObject({ statusCode: 'CANCELED' });
    expect(onPaymentDataChanged).toHaveBeenCalledOnce();
    expect(mint).not.toHaveBeenCalled();
  });

  it('[B.02] follows an invalid update, with DEVELOPER_ERROR', async () => {
    const newTransactionInfo = {
      currencyCode: 'CZK',
      totalPrice: '1,00',
      totalPriceStatus: 'FINAL',
    } as const;
    onPaymentDataChanged.mockReturnValueOnce({ newTransactionInfo });
    const { finished } = start();
    await expect(finished).rejects.toMatchObject({ statusCode: 'DEVELOPER_ERROR' });
  });

  it('does not follow a merchant’s silence or exception: the buyer sees an error', async () => {
    onPaymentDataChanged.mockReturnValueOnce(new Promise<PaymentDataRequestUpdate>(() => undefined));
    const session = start();
    await vi.advanceTimersByTimeAsync(MERCHANT_DEADLINE - 1);
    expect(session.state().waiting).toBe('merchant');
    await vi.advanceTimersByTimeAsync(1);
    expect(session.state()).toMatchObject({ waiting: null, error: { intent: 'SHIPPING_ADDRESS' } });
    onPaymentDataChanged.mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    session.chooseBuyer('sk');
    await settle();
    expect(session.state().error?.reason).toBe('OTHER_ERROR');
  });
});
