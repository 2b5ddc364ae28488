import { describe, expect, it } from 'vitest';
import { one, page } from '../../test/form.ts';
import { parseAttributes } from './parse.ts';
import { readProductSettings } from './product.ts';

const element = (attributes: Record<string, string>): HTMLElement => {
  page('<accelerated-checkout></accelerated-checkout>');
  const found = one('accelerated-checkout');
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
};
const REQUIRED = { 'access-token': 't', 'buyer-country': 'CZ', 'buyer-currency': 'CZK' };
const read = (attributes: Record<string, string>) =>
  readProductSettings(element({ ...REQUIRED, ...attributes }));

/** Every attribute the specification lists. */
const ALL = {
  'access-token': 'text',
  'buyer-country': 'text',
  'buyer-currency': 'text',
  'call-to-action': 'flag',
  'cart-id': 'text',
  debug: 'flag',
  'disable-compat': 'flag',
  disabled: 'flag',
  'enabled-flags': 'array',
  fallback: 'object',
  'has-selling-plan': 'flag',
  'only-sdk': 'flag',
  'page-type': 'text',
  'pci-enabled': 'flag',
  recommended: 'object',
  'recommended-instrument': 'text',
  'requires-shipping': 'flag',
  'shop-id': 'text',
  'variant-params': 'array',
  'wallet-config': 'object',
  'wallet-configs': 'array',
  'wallet-params': 'object',
} as const;

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const SAMPLES = {
  text: [
    [' x ', 'x'],
    ['', null],
  ],
  flag: [
    ['', true],
    ['true', true],
    ['disabled', true],
    ['false', false],
  ],
  array: [
    ['[1,{"a":2}]', [1, { a: 2 }]],
    ['[]', []],
    ['', null],
  ],
  object: [
    ['{"a":[1]}', { a: [1] }],
    ['{}', {}],
    ['', null],
  ],
} as const;

describe('every listed attribute', () => {
  it.each(Object.entries(ALL))('[3.14] [3.21] %s is read as %s', (name, kind) => {
    for (const [text, value] of SAMPLES[kind]) {
      const { values, problems } = parseAttributes(element({ [name]: text }), { [name]: kind });
      expect(values).toEqual({ [camel(name)]: value });
      expect(problems).toEqual([]);
    }
    const absent = parseAttributes(element({}), { [name]: kind }).values;
    expect(absent).toEqual({ [camel(name)]: kind === 'flag' ? false : null });
  });

  const json = Object.entries(ALL).filter(([, kind]) => kind === 'array' || kind === 'object');
  it.each(json)(
    '[5.03] [3.21] a malformed %s is a problem that names attribute and element',
    (name, kind) => {
      const wrong = ['{', 'null', '7', '"text"', kind === 'array' ? '{}' : '[]'];
      for (const text of wrong) {
        const { values, problems } = parseAttributes(element({ [name]: text }), { [name]: kind });
        expect(values).toEqual({ [camel(name)]: null });
        expect(problems).toEqual([
          `The attribute "${name}" of <accelerated-checkout> must be a JSON ${kind}.`,
        ]);
      }
    },
  );

  it.each(['access-token', 'buyer-country', 'buyer-currency'])(
    '[3.15] without %s nothing can be offered',
    (name) => {
      for (const empty of [undefined, '', '  ']) {
        const found = element(REQUIRED);
        if (empty === undefined) found.removeAttribute(name);
        else found.setAttribute(name, empty);
        const { settings, problems } = readProductSettings(found);
        expect(settings).toBeNull();
        expect(problems).toEqual([`<accelerated-checkout> needs the attribute "${name}".`]);
      }
    },
  );

  it('[3.15] tells everything that is missing at once', () => {
    expect(readProductSettings(element({ fallback: '[' })).problems).toHaveLength(4);
  });
});

describe('wallets', () => {
  it.each(['', '{}', '[]', '{"wallet_params":{}}', '{"name":7}'])(
    '[3.15] the fallback "%s" is buy_it_now',
    (fallback) => {
      expect(read({ fallback }).settings?.fallback).toEqual({ name: 'buy_it_now', walletParams: {} });
    },
  );

  it('[3.14] recommended and fallback are a name and wallet parameters', () => {
    const { settings } = read({
      recommended: '{"name":"apple_pay","wallet_params":{"countryCode":"CZ"}}',
      fallback: '{"name":"paypal"}',
    });
    expect(settings?.recommended).toEqual({ name: 'apple_pay', walletParams: { countryCode: 'CZ' } });
    expect(settings?.fallback).toEqual({ name: 'paypal', walletParams: {} });
  });

  it.each([
    ['recommended-instrument alone', {}, { name: 'google_pay', walletParams: {} }],
    [
      'its parameters',
      { 'wallet-params': '{"countryCode":"CZ"}' },
      { name: 'google_pay', walletParams: { countryCode: 'CZ' } },
    ],
    ['parameters that are none', { 'wallet-params': '[' }, { name: 'google_pay', walletParams: {} }],
    [
      'recommended, which says both',
      { recommended: '{"name":"paypal"}', 'wallet-params': '{"countryCode":"CZ"}' },
      { name: 'paypal', walletParams: {} },
    ],
  ])('[3.14] recommended-instrument: %s', (_what, attributes, wallet) => {
    const { settings } = read({ 'recommended-instrument': ' google_pay ', ...attributes });
    expect(settings?.recommended).toEqual(wallet);
  });

  it('[3.14] wallet-params without a name recommend nothing', () => {
    expect(read({ 'wallet-params': '{"countryCode":"CZ"}' }).settings?.recommended).toBeNull();
  });

  it('[3.14] variant-params say what must be shipped', () => {
    const { settings } = read({ 'variant-params': '[{"id":1,"requiresShipping":true},{"id":"2"},7,null]' });
    expect(settings?.variantParams).toEqual([
      { id: 1, requiresShipping: true },
      { id: 2, requiresShipping: false },
    ]);
  });
});
