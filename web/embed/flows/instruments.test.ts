// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { instrumentName, walletConfig } from './instruments.ts';

describe('instruments', () => {
  it.each([
    ['buy_it_now', 'BuyItNow'],
    ['more_options', 'MoreOptions'],
    ['apple_pay', 'ApplePay'],
    ['paypal', 'PayPal'],
    ['venmo', 'Venmo'],
    ['google_pay', 'GooglePay'],
    ['shop_pay', 'ShopPay'],
    ['facebook_pay', 'FacebookPay'],
    ['buy_with_prime', 'BuyWithPrime'],
    ['amazon_pay', 'AmazonPay'],
    ['bitcoin', 'Unknown'],
    ['toString', 'Unknown'],
  ])('[3.18] %s is %s', (attribute, name) => {
    expect(instrumentName(attribute)).toBe(name);
  });

  it('[3.21] a wallet without a name is ignored, as are parameters that are not an object', () => {
    expect(walletConfig({ wallet_params: {} })).toBeNull();
    expect(walletConfig('google_pay')).toBeNull();
    expect(walletConfig({ name: 'google_pay', wallet_params: [] })).toEqual({
      name: 'google_pay',
      walletParams: {},
    });
  });
});
