import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changed, goodRequest } from '../test/request.ts';
import { createPaymentsClient } from './client.ts';
import { PaymentsError } from './error.ts';
import type { SheetModelOptions } from './sheet/model.ts';
import type { PaymentData, PaymentDataCallbacks } from './types.ts';

const callbacks: Required<PaymentDataCallbacks> = {
  onPaymentDataChanged: () => ({}),
  onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }),
};

let open = vi.fn<(parts: SheetModelOptions) => Promise<PaymentData>>();

function client(paymentDataCallbacks: PaymentDataCallbacks = callbacks) {
  const Client = createPaymentsClient({ mint: () => Promise.resolve('{}'), open });
  return new Client({ environment: 'TEST', paymentDataCallbacks });
}

function activate(isActive: boolean): void {
  vi.stubGlobal('navigator', { userActivation: { isActive } });
}

beforeEach(() => {
  open = vi.fn(() => new Promise<PaymentData>(() => undefined));
  activate(true);
});

const METHOD = 'allowedPaymentMethods.0';
const OPTION = { id: 'ppl', label: 'PPL' };

/** Path and wrong value that make the valid request invalid. Without a value the member is missing. */
const wrong: readonly (readonly [path: string, value?: unknown])[] = [
  ['apiVersion'],
  ['apiVersion', 1],
  ['apiVersionMinor'],
  ['merchantInfo'],
  ['allowedPaymentMethods'],
  ['allowedPaymentMethods', []],
  [`${METHOD}.type`, 'BANK'],
  [`${METHOD}.parameters`],
  [`${METHOD}.parameters.allowedAuthMethods`, ['PIN']],
  [`${METHOD}.parameters.allowedAuthMethods`, []],
  [`${METHOD}.parameters.allowedCardNetworks`, ['VISA', 'TUZEX']],
  [`${METHOD}.parameters.billingAddressParameters.format`, 'SHORT'],
  [`${METHOD}.tokenizationSpecification`],
  [`${METHOD}.tokenizationSpecification.type`, 'OTHER'],
  [`${METHOD}.tokenizationSpecification.parameters.gateway`],
  [`${METHOD}.tokenizationSpecification`, { type: 'DIRECT', parameters: { protocolVersion: 'ECv2' } }],
  [
    `${METHOD}.tokenizationSpecification`,
    { type: 'DIRECT', parameters: { protocolVersion: 'ECv3', publicKey: 'BA==' } },
  ],
  ['transactionInfo'],
  ['transactionInfo.currencyCode', 'Kč'],
  ['transactionInfo.countryCode'],
  ['transactionInfo.countryCode', 'CZE'],
  ['transactionInfo.totalPrice'],
  ['transactionInfo.totalPrice', 10],
  ['transactionInfo.totalPrice', '10,00'],
  ['transactionInfo.totalPrice', '10.5'],
  ['transactionInfo.totalPrice', '-1.00'],
  ['transactionInfo.totalPriceStatus', 'MAYBE'],
  ['transactionInfo.totalPriceLabel'],
  ['transactionInfo.checkoutOption', 'NEVER'],
  ['transactionInfo.displayItems.0.type', 'GIFT'],
  ['transactionInfo.displayItems.0.price', '1 000'],
  ['transactionInfo.displayItems.0.label', ''],
  ['transactionInfo.displayItems.0.status', 'SOON'],
  ['callbackIntents', ['SHIPPING_ADDRESS', 'PAYMENT_AUTHORIZATION', 'WEATHER']],
  ['callbackIntents'],
  ['callbackIntents', ['PAYMENT_AUTHORIZATION']],
  ['callbackIntents', ['SHIPPING_ADDRESS', 'SHIPPING_OPTION']],
  ['callbackIntents', ['SHIPPING_ADDRESS', 'PAYMENT_AUTHORIZATION']],
  ['shippingAddressRequired'],
  ['shippingOptionRequired'],
  ['shippingAddressParameters.allowedCountryCodes', []],
  ['shippingAddressParameters.allowedCountryCodes', ['Česko']],
  ['shippingOptionParameters', { shippingOptions: [] }],
  ['shippingOptionParameters', { shippingOptions: [OPTION, OPTION] }],
  ['shippingOptionParameters', { shippingOptions: [{ id: 'ppl' }] }],
  ['shippingOptionParameters', { shippingOptions: [OPTION], defaultSelectedOptionId: 'dpd' }],
];

describe('loadPaymentData', () => {
  it.each(wrong.map(([path, value]) => ({ path, value })))(
    '[B.02] refuses $path = $value',
    async ({ path, value }) => {
      const request = changed(goodRequest(), path, value);
      await expect(client().loadPaymentData(request)).rejects.toMatchObject({
        statusCode: 'DEVELOPER_ERROR',
        statusMessage: expect.stringMatching(/./) as unknown,
      });
      expect(open).not.toHaveBeenCalled();
      expect(() => {
        client().prefetchPaymentData(request);
      }).toThrow(PaymentsError);
    },
  );

  it.each(['onPaymentDataChanged', 'onPaymentAuthorized'] as const)(
    '[B.02] refuses intents without %s',
    async (missing) => {
      const others = { ...callbacks, [missing]: undefined };
      await expect(client(others).loadPaymentData(goodRequest())).rejects.toMatchObject({
        statusCode: 'DEVELOPER_ERROR',
      });
    },
  );

  it('[B.02] opens only in a user gesture, and one sheet at a time', async () => {
    const developerError = { statusCode: 'DEVELOPER_ERROR' };
    activate(false);
    await expect(client().loadPaymentData(goodRequest())).rejects.toMatchObject(developerError);
    expect(open).not.toHaveBeenCalled();
    activate(true);
    const one = client();
    void one.loadPaymentData(goodRequest());
    expect(open).toHaveBeenCalledOnce();
    await expect(one.loadPaymentData(goodRequest())).rejects.toMatchObject(developerError);
    expect(open).toHaveBeenCalledOnce();
  });

  it('can open again after a sheet has closed', async () => {
    open.mockRejectedValueOnce(new PaymentsError('CANCELED', ''));
    const one = client();
    await expect(one.loadPaymentData(goodRequest())).rejects.toMatchObject({ statusCode: 'CANCELED' });
    void one.loadPaymentData(goodRequest());
    expect(open).toHaveBeenCalledTimes(2);
  });
});

describe('isReadyToPay', () => {
  it.each([
    [['PAN_ONLY'], ['VISA'], true],
    [['CRYPTOGRAM_3DS'], ['VISA'], true],
    [['CRYPTOGRAM_3DS'], ['MASTERCARD'], false],
    [['PAN_ONLY'], ['JCB'], false],
  ])('[B.02] with %j of %j resolves to %s', async (allowedAuthMethods, allowedCardNetworks, result) => {
    const parameters = { allowedAuthMethods, allowedCardNetworks };
    const request = changed(goodRequest(), `${METHOD}.parameters`, parameters);
    await expect(client().isReadyToPay(request)).resolves.toEqual({ result });
  });

  it('[B.02] refuses an invalid request', async () => {
    const request = changed(goodRequest(), 'apiVersion', undefined);
    await expect(client().isReadyToPay(request)).rejects.toMatchObject({ statusCode: 'DEVELOPER_ERROR' });
  });
});

describe('the client and its button', () => {
  it('[B.02] refuse unknown values', () => {
    const Client = createPaymentsClient({ mint: () => Promise.resolve('{}'), open });
    const options = { environment: 'DEMO' } as unknown as google.payments.api.PaymentOptions;
    expect(() => new Client(options)).toThrow(PaymentsError);
    const button = (given: object) => () => client().createButton(given as google.payments.api.ButtonOptions);
    expect(button({})).toThrow(PaymentsError);
    expect(button({ onClick: () => undefined, buttonType: 'steal' })).toThrow(PaymentsError);
  });
});
