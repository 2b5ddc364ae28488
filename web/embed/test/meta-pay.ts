import { vi } from 'vitest';
import type { WalletParams } from '../wallets/protocol.ts';
import type { Api, PaymentRequest, PaymentResponse } from '../wallets/meta-pay/types.ts';

/** The wallet parameters of a page. */
export const metaPayParams = (more: WalletParams = {}): WalletParams => ({
  appId: 'app-1',
  name: 'Obchod',
  environment: 'TEST',
  merchantId: 'M1',
  countryCode: 'CZ',
  sdkUrl: '/sandbox/meta-pay/meta-pay.js',
  partnerId: 'P1',
  supportedContainers: { 'basic-card-v1': {}, 'ecom-token-v1': { kind: 'network' } },
  ...more,
});

/** A buyer's consent; its methods are the test's. */
export const paymentResponse = (more: Partial<Omit<PaymentResponse, 'complete' | 'retry'>> = {}) => ({
  container: {
    mode: 'TEST' as const,
    containerId: 'c1',
    containerType: 'basic-card-v1',
    containerData: 'eyJ4NWMi',
  },
  payerName: 'Jana Nováková',
  payerEmail: 'jana@example.cz',
  payerPhone: '+420601234567',
  billingAddress: { country: 'CZ', city: 'Brno', recipient: 'Radka' },
  shippingAddress: { country: 'CZ', city: 'Praha', recipient: 'Jana Nováková', phone: '+420602345678' },
  fulfillmentOptionId: 'ppl',
  ...more,
  complete: vi.fn<PaymentResponse['complete']>(() => Promise.resolve()),
  retry: vi.fn<PaymentResponse['retry']>(() => new Promise(() => undefined)),
});

/** Puts the vendor's global in place; the sheet is settled by the test. */
export function fakeMetaPay(canMakePayment: PaymentRequest['canMakePayment'] = () => Promise.resolve(true)) {
  let resolve: (response: PaymentResponse) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const shown = new Promise<PaymentResponse>((onConsent, onEnd) => {
    resolve = onConsent;
    reject = onEnd;
  });
  const fake = {
    requests: [] as ConstructorParameters<Api['PaymentRequest']>[],
    listeners: [] as Parameters<PaymentRequest['addEventListener']>[1][],
    canMakePayment: vi.fn(canMakePayment),
    show: vi.fn<PaymentRequest['show']>(() => shown),
    consent: (response: PaymentResponse) => {
      resolve(response);
    },
    fail: (reason: unknown) => {
      reject(reason);
    },
  };
  class FakeRequest implements PaymentRequest {
    readonly canMakePayment = fake.canMakePayment;
    readonly show = fake.show;
    readonly addEventListener: PaymentRequest['addEventListener'] = (_type, listener) => {
      fake.listeners.push(listener);
    };
    constructor(...given: ConstructorParameters<Api['PaymentRequest']>) {
      fake.requests.push(given);
    }
  }
  vi.stubGlobal('metaPay', { PaymentRequest: FakeRequest });
  return fake;
}
