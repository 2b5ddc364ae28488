import { vi } from 'vitest';
import type { WalletParams } from '../wallets/protocol.ts';

/** The wallet parameters of a page as the server writes them. */
export const amazonPayParams = (more: WalletParams = {}): WalletParams => ({
  sdkUrl: 'https://static-eu.payments-amazon.com/checkout.js',
  currencyCode: 'EUR',
  merchantId: 'A1MERCHANT',
  ledgerCurrency: 'EUR',
  publicKeyId: 'SANDBOX-KEY',
  checkoutLanguage: 'en_GB',
  productType: 'PayAndShip',
  prepareCart: false,
  ...more,
});

/** Two spaces, and members in an order of their own: writing it again would give another text. */
export const PAYLOAD =
  '{"storeId":  "amzn1.store","cartDetails":{"lineItems":[{"sku":"B-2"},{"sku":"A-1"}]}}';

export const SIGNED = {
  payloadJSON: PAYLOAD,
  signature: 'c2lnbmF0dXJl',
  algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
  publicKeyId: 'SANDBOX-KEY',
};

/** The server's answer for a cart. */
export const amazonPaySettings = (more: WalletParams = {}): WalletParams => ({
  ...amazonPayParams(),
  placement: 'Product',
  createCheckoutSessionConfig: SIGNED,
  estimatedOrderAmount: { amount: '12.90', currencyCode: 'EUR' },
  ...more,
});

/** Defines Amazon's global. */
export function fakeAmazon() {
  const initCheckout = vi.fn<(settings: unknown) => void>();
  vi.stubGlobal('amazon', { Pay: { initCheckout } });
  return { initCheckout };
}
