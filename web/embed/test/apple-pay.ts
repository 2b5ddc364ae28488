import { vi } from 'vitest';
import type { WalletParams } from '../wallets/protocol.ts';

/** The wallet parameters of a page as the server writes them. */
export const applePayParams = (more: WalletParams = {}): WalletParams => ({
  merchantId: 'merchant.cz.obchod',
  merchantName: 'Obchod',
  countryCode: 'CZ',
  merchantCapabilities: ['supports3DS'],
  supportedNetworks: ['visa', 'masterCard'],
  shippingType: 'shipping',
  emailRequired: true,
  phoneRequired: true,
  ...more,
});

/** A whole contact, as Apple gives it once the buyer has agreed. */
export const JANA: ApplePayJS.ApplePayPaymentContact = {
  givenName: 'Jana',
  familyName: 'Nováková',
  emailAddress: 'jana@example.cz',
  phoneNumber: '+420601234567',
  addressLines: ['Dlouhá 12', '2. patro', 'byt 5'],
  locality: 'Praha',
  subLocality: '',
  administrativeArea: '',
  postalCode: '110 00',
  country: 'Česko',
  countryCode: 'CZ',
};

/** A payment that the buyer agreed to. */
export const payment = (more: Partial<ApplePayJS.ApplePayPayment> = {}): ApplePayJS.ApplePayPayment => ({
  token: {
    transactionIdentifier: 'AB',
    paymentMethod: {
      displayName: 'Visa 1234',
      network: 'Visa',
      type: 'debit',
    } as ApplePayJS.ApplePayPaymentMethod,
    paymentData: {
      version: 'EC_v1',
      data: 'DATA==',
      signature: 'SIGNATURE==',
      header: { ephemeralPublicKey: 'KEY==', publicKeyHash: 'HASH==', transactionId: 'ab' },
    },
  },
  billingContact: JANA,
  shippingContact: JANA,
  ...more,
});

type Name =
  | 'abort'
  | 'begin'
  | 'completeMerchantValidation'
  | 'completePayment'
  | 'completePaymentMethodSelection'
  | 'completeShippingContactSelection'
  | 'completeShippingMethodSelection'
  | 'completeCouponCodeChange';

type Handler = 'validatemerchant' | `${'payment' | 'shipping'}methodselected` | 'shippingcontactselected';

/** Puts Apple's globals in place; the test is the buyer. `versions` are those that the browser knows. */
export function fakeApple({ versions = [3, 4, 12], canMakePayments = (): boolean => true } = {}) {
  const calls: [Name, ...unknown[]][] = [];
  const opened: { version: number; request: ApplePayJS.ApplePayPaymentRequest; session: object }[] = [];
  const record =
    (name: Name) =>
    (...given: unknown[]): void => {
      calls.push([name, ...given]);
    };
  class Session {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static readonly canMakePayments = canMakePayments;
    static supportsVersion(version: number): boolean {
      return versions.includes(version);
    }
    readonly abort = record('abort');
    readonly begin = record('begin');
    readonly completeMerchantValidation = record('completeMerchantValidation');
    readonly completePayment = record('completePayment');
    readonly completePaymentMethodSelection = record('completePaymentMethodSelection');
    readonly completeShippingContactSelection = record('completeShippingContactSelection');
    readonly completeShippingMethodSelection = record('completeShippingMethodSelection');
    readonly completeCouponCodeChange = record('completeCouponCodeChange');
    constructor(version: number, request: ApplePayJS.ApplePayPaymentRequest) {
      opened.push({ version, request, session: this });
    }
  }
  stubApplePayError();
  vi.stubGlobal('ApplePaySession', Session);
  return {
    calls,
    opened,
    /** The last call of this name, without it. */
    last: (name: Name): unknown => calls.findLast(([each]) => each === name)?.[1],
    names: () => calls.map(([name]) => name),
    /** What the buyer does. */
    fire: (
      name: Handler | 'couponcodechanged' | 'paymentauthorized' | 'cancel',
      event: object = {},
    ): void => {
      const handlers = (opened.at(-1)?.session ?? {}) as Record<
        string,
        ((event: object) => void) | undefined
      >;
      handlers[`on${name}`]?.(event);
    },
  };
}

/** Errors as the sheet gets them. */
export function stubApplePayError(): void {
  vi.stubGlobal(
    'ApplePayError',
    class {
      constructor(
        readonly code: string,
        readonly contactField?: string,
        readonly message?: string,
      ) {}
    },
  );
}
