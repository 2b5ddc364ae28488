// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { redirectUrl } from './redirect.ts';

const CHECKOUT = 'https://shop.example/checkout/Z1?key=abc';
const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('redirectUrl', () => {
  it('[2.30] says storefront_wallet=true and keeps what the checkout address carries', () => {
    expect(redirectUrl(CHECKOUT)).toBe('https://shop.example/checkout/Z1?key=abc&storefront_wallet=true');
  });

  it('[2.30] [4.06] skip_shop_pay=true where the shop wallet was turned down', () => {
    expect(parameters(redirectUrl(CHECKOUT, { skipsShopWallet: true }))).toEqual({
      key: 'abc',
      storefront_wallet: 'true',
      skip_shop_pay: 'true',
    });
  });

  it.each(['direct_checkout_product', 'direct_checkout_cart'] as const)(
    '[2.30] the shop wallet from %s',
    (source) => {
      expect(parameters(redirectUrl(CHECKOUT, { shopWalletFrom: source }))).toEqual({
        key: 'abc',
        storefront_wallet: 'true',
        payment: 'shop_pay',
        redirect_source: source,
      });
    },
  );

  it('[2.31] the flag of a deceleration, and none for a throttled cart', () => {
    expect(parameters(redirectUrl(CHECKOUT, { reason: 'not_enough_stock' }))).toHaveProperty(
      'wallet_not_enough_stock',
      'true',
    );
    expect(redirectUrl(CHECKOUT, { reason: 'cart_throttled' })).toBe(redirectUrl(CHECKOUT));
  });

  it('[5.01] a page on the web need not be encrypted: a shop may run on this computer', () => {
    expect(redirectUrl('http://localhost:8080/checkout')).toBe(
      'http://localhost:8080/checkout?storefront_wallet=true',
    );
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'web+https:x',
    'httpx://shop.example/',
    '/checkout',
    '',
  ])('[5.01] refuses %s', (url) => {
    expect(() => redirectUrl(url)).toThrow();
  });

  it('[5.01] says which protocol it refuses', () => {
    expect(() => redirectUrl('javascript:alert(1)')).toThrow('Not a checkout address: javascript:');
  });
});
