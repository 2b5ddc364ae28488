import { describe, expect, it, vi } from 'vitest';
import { page } from '../test/form.ts';
import { pageType } from './page-type.ts';

const says = (json: string): void => {
  page(`<script type="application/json" id="accelerated-checkout-page">${json}</script>`);
};
const analytics = (type: unknown): void => {
  vi.stubGlobal('ShopifyAnalytics', { meta: { page: { pageType: type } } });
};
const flag = (type: unknown): void => {
  vi.stubGlobal('AcceleratedCheckoutCartType', type);
};

describe('the page type', () => {
  it('[2.01] is told by the flag, else analytics, else the JSON, else the attribute', () => {
    expect(pageType(null)).toBe('unknown');
    expect(pageType('checkout')).toBe('checkout');
    says('{"pageType":"product"}');
    expect(pageType('checkout')).toBe('product');
    analytics('cart');
    expect(pageType('checkout')).toBe('cart_page');
    flag('cart_ajax');
    expect(pageType('checkout')).toBe('cart_ajax');
  });

  it.each(['cart_page', 'cart_ajax', 'product', 'checkout'])(
    '[2.01] %s may be said by the JSON and by the attribute',
    (type) => {
      expect(pageType(type)).toBe(type);
      says(JSON.stringify({ pageType: type }));
      expect(pageType(null)).toBe(type);
    },
  );

  it.each([
    ['cart_page', 'cart_page'],
    ['cart_ajax', 'cart_ajax'],
    ['product', 'unknown'],
    ['checkout', 'unknown'],
    [1, 'unknown'],
  ])('[2.01] the flag %s means %s: it tells carts apart', (type, expected) => {
    flag(type);
    expect(pageType(null)).toBe(expected);
  });

  it.each([
    ['cart', 'cart_page'],
    ['product', 'product'],
    ['cart_ajax', 'unknown'],
    ['checkout', 'unknown'],
    ['home', 'unknown'],
    [undefined, 'unknown'],
  ])('[2.01] the analytics’ page %s means %s', (type, expected) => {
    analytics(type);
    expect(pageType(null)).toBe(expected);
  });

  it.each([{}, { meta: {} }, { meta: { page: {} } }])(
    '[2.01] analytics of the shape %j say nothing',
    (shape) => {
      vi.stubGlobal('ShopifyAnalytics', shape);
      expect(pageType('product')).toBe('product');
    },
  );

  it.each(['', 'null', '7', '{}', '{"pageType":"home"}', '{"pageType":'])(
    '[2.01] the JSON %s says nothing',
    (json) => {
      says(json);
      expect(pageType('product')).toBe('product');
    },
  );

  it('[2.01] an attribute that names no page says nothing', () => {
    expect(pageType('home')).toBe('unknown');
  });
});
