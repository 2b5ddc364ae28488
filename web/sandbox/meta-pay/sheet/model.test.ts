import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goodConfiguration, goodDetails, goodOptions, item, way } from '../../test/meta-pay.ts';
import { BUYERS } from '../buyers.ts';
import { PaymentError } from '../error.ts';
import type { Mint } from '../mint.ts';
import { MERCHANT_DEADLINE } from '../../common/in-time.ts';
import { createSheetModel, type SheetModelOptions } from './model.ts';
import { messagesAt } from './state.ts';
import { texts } from './texts.ts';

const told = vi.fn<SheetModelOptions['changed']>();
const mint = vi.fn<Mint>();
const closed = vi.fn();
const NO_PRESET = { buyer: null, card: null, containerType: null, scenario: 'none' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  told.mockReset().mockResolvedValue({});
  closed.mockReset();
  mint
    .mockReset()
    .mockImplementation(({ configuration: { mode }, containerType }) =>
      Promise.resolve({ mode, containerId: 'c1', containerType, containerData: 'eyJ4NWMi' }),
    );
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs everything that is due. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function start(over: Partial<SheetModelOptions> = {}) {
  const model = createSheetModel({
    configuration: goodConfiguration(),
    details: goodDetails(),
    options: goodOptions(),
    preset: NO_PRESET,
    mint,
    changed: told,
    closed,
    ...over,
  });
  model.consent.catch(() => undefined);
  model.start();
  await settle();
  return model;
}

const heard = () => told.mock.calls.map(([details]) => details);

describe('the merchant', () => {
  it('[B.02] first hears redacted addresses, and what the sheet shows', async () => {
    await start();
    const place = { country: 'CZ', region: '', city: 'Brno', postalCode: '616 00' };
    expect(heard()).toEqual([{ ...goodDetails(), billingAddress: place, shippingAddress: place }]);
  });

  it('[B.02] hears the country and the region alone in the scenario of redaction', async () => {
    await start({ preset: { ...NO_PRESET, buyer: 'us', scenario: 'redact' } });
    expect(heard()[0]?.shippingAddress).toEqual({ country: 'US', region: 'CA' });
  });

  it('[B.02] hears no address that it has not asked for', async () => {
    await start({ options: { ...goodOptions(), requestBillingAddress: false, requestShipping: false } });
    expect(heard()).toEqual([goodDetails()]);
  });

  it('[B.02] hears one change after the answer to the other; the later choice wins', async () => {
    const model = await start();
    told.mockResolvedValueOnce({ fulfillmentOptionId: 'ppl' });
    model.chooseBuyer('sk');
    model.chooseOption('dpd');
    model.enterOffer(' ZIMA ');
    await settle();
    expect(heard().map((details) => details.shippingAddress?.country)).toEqual(['CZ', 'SK', 'SK', 'SK']);
    expect(heard().map((details) => details.fulfillmentOptionId)).toEqual(['ppl', 'dpd', 'dpd', 'dpd']);
    expect(heard().map((details) => details.offers)).toEqual([
      [{ code: 'LETO' }],
      [{ code: 'LETO' }],
      [{ code: 'LETO' }],
      [{ code: 'ZIMA' }],
    ]);
    expect(model.state().waiting).toBeNull();
  });

  it('[B.02] hears that the offer was taken away', async () => {
    const model = await start();
    model.enterOffer(' ');
    await settle();
    expect(heard()[1]?.offers).toEqual([]);
  });

  it.each([
    ['chooseBuyer', 'nobody'],
    ['chooseCard', 'none'],
    ['chooseOption', 'posta'],
    ['chooseContainerType', 'ecom-token-v2'],
    ['chooseScenario', 'toString'],
  ] as const)('[B.02] hears nothing of %s(%j)', async (choose, value) => {
    const model = await start();
    const before = model.state();
    model[choose](value);
    await settle();
    expect(model.state()).toEqual(before);
    expect(told).toHaveBeenCalledOnce();
  });

  it.each([
    { total: item('Krámek', '1,00') },
    { total: item('Krámek', '1.00') },
    { fulfillmentOptionId: 'posta' },
    { shippingAddress: { country: 'CZ' } },
    { errors: { address: 'Ne' } },
    { errors: { shippingAddress: { city: '' } } },
    { error: 'Ne' },
  ])('[B.02] ends the sheet with the wrong answer %j', async (answer) => {
    told.mockResolvedValue(answer);
    const model = await start();
    await expect(model.consent).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(closed).toHaveBeenCalledOnce();
  });

  it('[B.02] can change options: the selected one ends with its option', async () => {
    told.mockResolvedValue({ fulfillmentOptions: [way('posta')] });
    const model = await start();
    expect(model.state().details.fulfillmentOptionId).toBeUndefined();
    expect(model.canPay()).toBe(false);
  });

  it('[B.02] that is silent or fails is an error in the sheet', async () => {
    const model = await start();
    told.mockReturnValueOnce(new Promise(() => undefined));
    model.chooseBuyer('sk');
    await vi.advanceTimersByTimeAsync(MERCHANT_DEADLINE - 1);
    expect(model.state().waiting).toBe('merchant');
    await vi.advanceTimersByTimeAsync(1);
    expect(model.state()).toMatchObject({ waiting: null, errors: { error: texts.merchantSilent } });
    told.mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    model.chooseBuyer('us');
    await settle();
    expect(model.state().errors.error).toBe(texts.merchantSilent);
  });
});

describe('errors', () => {
  const ERRORS = {
    error: 'a',
    payer: { phone: 'b' },
    billingAddress: { city: 'c' },
    shippingAddress: { error: 'd', postalCode: 'e' },
    fulfillmentOption: 'f',
    offer: 'g',
    payment: 'h',
  };

  it.each([
    ['address', 'd e b'],
    ['options', 'f'],
    ['offer', 'g'],
    ['payment', 'c h a'],
  ] as const)('[B.02] at %s are %s', (section, messages) => {
    expect(messagesAt(section, ERRORS).join(' ')).toBe(messages);
  });

  it.each([
    [{ shippingAddress: { error: 'Ne' } }, false],
    [{ payer: { phone: 'Ne' } }, false],
    [{ fulfillmentOption: 'Ne' }, false],
    [{ offer: 'Ne' }, true],
    [{ payment: 'Ne' }, true],
    [{ error: 'Ne' }, true],
  ])('[B.02] %j let the buyer pay: %s', async (errors, can) => {
    told.mockResolvedValue({ errors });
    const model = await start();
    expect(model.canPay()).toBe(can);
    model.pay();
    await settle();
    expect(mint).toHaveBeenCalledTimes(can ? 1 : 0);
  });

  it('[B.02] go with the next answer; a new card takes those of the payment', async () => {
    told.mockResolvedValueOnce({ errors: ERRORS });
    const model = await start();
    model.chooseCard('decline');
    expect(Object.keys(model.state().errors)).toEqual([
      'payer',
      'billingAddress',
      'shippingAddress',
      'fulfillmentOption',
      'offer',
    ]);
    model.enterOffer('LETO');
    await settle();
    expect(model.state().errors).toEqual({});
  });
});

describe('consent', () => {
  it('[B.02] has the container and everything that was asked for', async () => {
    const model = await start({ preset: { ...NO_PRESET, card: 'slow', containerType: 'ecom-token-v1' } });
    model.pay();
    const { complete, retry, ...response } = await model.consent;
    expect(response).toEqual({
      container: {
        mode: 'TEST',
        containerId: 'c1',
        containerType: 'ecom-token-v1',
        containerData: 'eyJ4NWMi',
      },
      payerName: 'Jana Nováková',
      payerEmail: 'jana.novakova@example.com',
      payerPhone: '+420 601 123 456',
      billingAddress: BUYERS[0].address,
      shippingAddress: BUYERS[0].address,
      fulfillmentOptionId: 'ppl',
    });
    expect(mint.mock.lastCall?.[0]).toMatchObject({
      containerType: 'ecom-token-v1',
      cardNumber: '4000000000000077',
      amount: { currency: 'CZK', value: 138900 },
    });
    await complete('success');
    expect(closed).toHaveBeenCalledOnce();
    await expect(retry({})).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('[B.02] has nothing that was not asked for, and no telephone number that the buyer lacks', async () => {
    const model = await start({
      preset: { ...NO_PRESET, buyer: 'de' },
      options: {
        ...goodOptions(),
        requestBillingAddress: false,
        requestShipping: false,
        requestPayerName: false,
      },
    });
    model.pay();
    expect(Object.keys(await model.consent)).toEqual(['container', 'payerEmail', 'complete', 'retry']);
  });

  it('[B.02] seals a type that the merchant accepts', async () => {
    const configuration = { ...goodConfiguration(), supportedContainers: { 'ecom-token-v1': {} } };
    const model = await start({ configuration, preset: { ...NO_PRESET, containerType: 'basic-card-v1' } });
    model.chooseContainerType('basic-card-v1');
    expect(model.state().containerType).toBe('ecom-token-v1');
  });

  it('[B.02] seals a higher amount in the scenario of a changed price', async () => {
    const model = await start();
    model.chooseScenario('price-change');
    await settle();
    model.pay();
    await settle();
    expect(mint.mock.lastCall?.[0]).toMatchObject({
      amount: { value: 139000 },
      containerContext: 'context-1-of-another-amount',
    });
  });

  it('[B.02] seals the context that came with the total', async () => {
    told.mockResolvedValue({
      total: item('Krámek', '1489.00'),
      summaryItems: [],
      containerContext: 'context-2',
    });
    const model = await start();
    model.pay();
    await settle();
    expect(mint.mock.lastCall?.[0]).toMatchObject({
      amount: { value: 148900 },
      containerContext: 'context-2',
    });
  });

  it.each([
    ['another total', { total: item('Krámek', '1489.00'), summaryItems: [] }, false],
    [
      'another currency',
      { total: item('Krámek', '1389.00', 'EUR'), summaryItems: [], displayItems: [], fulfillmentOptions: [] },
      false,
    ],
    ['the same total', { total: item('Krámek', '1389.00') }, true],
  ])('[B.02] without a new context for %s: can be given is %s', async (_what, update, can) => {
    told.mockResolvedValue(update);
    const model = await start({ options: { ...goodOptions(), requestShipping: false } });
    expect(model.canPay()).toBe(can);
    model.pay();
    await settle();
    expect(mint).toHaveBeenCalledTimes(can ? 1 : 0);
  });

  it('[B.02] cannot be given before there is a context', async () => {
    const { mode, partnerId, partnerMerchantId, acquirerCountryCode, supportedContainers } =
      goodConfiguration();
    const configuration = { mode, partnerId, partnerMerchantId, acquirerCountryCode, supportedContainers };
    const model = await start({ configuration });
    expect(model.canPay()).toBe(false);
    told.mockResolvedValue({ containerContext: 'context-3' });
    model.chooseBuyer('sk');
    await settle();
    expect(model.canPay()).toBe(true);
  });

  it('[B.02] is cancelled instead in the scenario of a cancellation', async () => {
    const model = await start({ preset: { ...NO_PRESET, scenario: 'cancel' } });
    model.pay();
    await expect(model.consent).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(mint).not.toHaveBeenCalled();
  });

  it('[B.02] can be asked for again, and ends if the buyer then closes the sheet', async () => {
    const model = await start();
    model.pay();
    const first = await model.consent;
    expect(model.state().waiting).toBe('payment');
    const second = first.retry({ payment: 'Zamítnuto' });
    expect(model.state()).toMatchObject({ waiting: null, errors: { payment: 'Zamítnuto' } });
    model.chooseCard('challenge');
    model.pay();
    const next = await second;
    expect(mint.mock.lastCall?.[0].cardNumber).toBe('4000000000003220');
    await expect(first.complete('fail')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const third = next.retry({});
    third.catch(() => undefined);
    model.cancel();
    await expect(third).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(closed).toHaveBeenCalledOnce();
  });

  it('[B.02] is not cancelled while the merchant handles it, and ends with its silence', async () => {
    const model = await start();
    model.pay();
    const { complete } = await model.consent;
    model.cancel();
    model.chooseBuyer('sk');
    expect(model.state()).toMatchObject({ waiting: 'payment', buyer: { id: 'cz' } });
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(MERCHANT_DEADLINE);
    expect(closed).toHaveBeenCalledOnce();
    await expect(complete('success')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it.each([
    ['complete', 'maybe'],
    ['retry', { payment: 7 }],
  ] as const)('[B.02] refuses %s(%j), and stays open', async (method, value) => {
    const model = await start();
    model.pay();
    const consent = await model.consent;
    await expect(consent[method](value as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(closed).not.toHaveBeenCalled();
    await consent.complete('fail');
    expect(closed).toHaveBeenCalledOnce();
  });

  it('[B.02] can be tried again without the server, and ends if it refuses', async () => {
    const model = await start();
    mint.mockRejectedValueOnce(new TypeError('no network'));
    model.pay();
    await settle();
    expect(model.state()).toMatchObject({ waiting: null, errors: { error: texts.mintFailed } });
    mint.mockRejectedValueOnce(new PaymentError('CONTAINER_REFUSED', 'no'));
    model.pay();
    await expect(model.consent).rejects.toMatchObject({ code: 'CONTAINER_REFUSED' });
  });
});

describe('the end of a sheet', () => {
  it('[B.02] follows a cancellation, after which the merchant hears nothing', async () => {
    const model = await start();
    const listener = vi.fn();
    model.subscribe(listener);
    model.cancel();
    model.chooseBuyer('sk');
    model.enterOffer('LETO');
    model.pay();
    await settle();
    await expect(model.consent).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(told).toHaveBeenCalledOnce();
    expect(mint).not.toHaveBeenCalled();
    expect(listener).not.toHaveBeenCalled();
    expect(closed).toHaveBeenCalledOnce();
  });
});
