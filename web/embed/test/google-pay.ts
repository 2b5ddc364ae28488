import { vi } from 'vitest';
import type { SheetError, SheetHandlers, SheetReply, SheetView, WalletParams } from '../wallets/protocol.ts';

type Api = typeof google.payments.api;
type Client = google.payments.api.PaymentsClient;

/** 2026-11-21, in milliseconds; the JWT of {@link googlePayParams} is valid for another hour. */
export const NOW = 1_795_219_200_000;

/** The wallet parameters of a page as the server writes them. */
export const googlePayParams = (more: WalletParams = {}): WalletParams => ({
  sdkUrl: 'https://pay.google.com/pay.js',
  environment: 'TEST',
  countryCode: 'CZ',
  merchantName: 'Obchod',
  emailRequired: true,
  phoneRequired: true,
  paymentData: {
    merchantInfo: { merchantId: 'M1', merchantName: 'Obchod', merchantOrigin: 'obchod.test' },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: ['MASTERCARD', 'VISA'],
          billingAddressRequired: true,
        },
        tokenizationSpecification: {
          type: 'DIRECT',
          parameters: { protocolVersion: 'ECv2', publicKey: 'BA==' },
        },
      },
    ],
    shippingAddressParameters: { allowedCountryCodes: ['CZ', 'SK'], phoneNumberRequired: true },
  },
  auth: [{ jwt: 'a.b.c', expiresAt: NOW / 1000 + 3600 }],
  ...more,
});

/** What a sheet shows; `minor` tells one from another. */
export const sheetView = (minor = 10000): SheetView => ({
  totals: { currencyCode: 'CZK', label: 'Obchod', minor, lines: [] },
  options: [],
  selectedOptionId: null,
});

/** An error without a place of its own. */
export const sheetError = (more: Partial<SheetError> = {}): SheetError => ({
  code: 'X',
  subject: 'other',
  field: 'whole',
  messageKey: 'errors.x',
  message: 'Něco je špatně.',
  unserviceable: false,
  ...more,
});

/** A flow that agrees to everything. */
export function agreeingHandlers() {
  const update = (minor: number) => () =>
    Promise.resolve<SheetReply>({ kind: 'update', view: sheetView(minor) });
  return {
    opened: vi.fn<SheetHandlers['opened']>(update(100)),
    merchantValidation: vi.fn<SheetHandlers['merchantValidation']>(() =>
      Promise.resolve({ kind: 'validated', session: { nonce: 'n' } }),
    ),
    addressSelected: vi.fn<SheetHandlers['addressSelected']>(update(200)),
    optionSelected: vi.fn<SheetHandlers['optionSelected']>(update(300)),
    paymentMethodSelected: vi.fn<SheetHandlers['paymentMethodSelected']>(update(400)),
    couponEntered: vi.fn<SheetHandlers['couponEntered']>(update(500)),
    authorised: vi.fn<SheetHandlers['authorised']>(() => Promise.resolve({ kind: 'complete' })),
    orderWanted: vi.fn<SheetHandlers['orderWanted']>(() =>
      Promise.resolve({ kind: 'ordered', token: 'ORDER' }),
    ),
    vendorPageWanted: vi.fn<SheetHandlers['vendorPageWanted']>(() =>
      Promise.resolve({ kind: 'settings', settings: {} }),
    ),
    contextWanted: vi.fn<SheetHandlers['contextWanted']>(() =>
      Promise.resolve({ kind: 'context', context: 'context-1' }),
    ),
    approved: vi.fn<SheetHandlers['approved']>(() => Promise.resolve({ kind: 'complete' })),
    closed: vi.fn<SheetHandlers['closed']>(),
  };
}

/** A promise and what settles it. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Puts Google's global in place; the sheet is settled by the test. */
export function fakeGoogle(isReadyToPay: Client['isReadyToPay'] = () => Promise.resolve({ result: true })) {
  const sheet = deferred<google.payments.api.PaymentData>();
  const fake = {
    options: [] as google.payments.api.PaymentOptions[],
    isReadyToPay: vi.fn(isReadyToPay),
    loadPaymentData: vi.fn<Client['loadPaymentData']>(() => sheet.promise),
    sheet,
  };
  class PaymentsClient implements Client {
    readonly isReadyToPay = fake.isReadyToPay;
    readonly loadPaymentData = fake.loadPaymentData;
    readonly prefetchPaymentData = vi.fn();
    readonly createButton = () => document.createElement('button');
    constructor(options: google.payments.api.PaymentOptions) {
      fake.options.push(options);
    }
  }
  const api: Api = { PaymentsClient };
  vi.stubGlobal('google', { payments: { api } });
  return fake;
}
