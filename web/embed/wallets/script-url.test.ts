import { afterEach, describe, expect, it, vi } from 'vitest';
import { POLICY_NAME, scriptUrl } from './script-url.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, Symbol.for(POLICY_NAME));
});

describe('scriptUrl', () => {
  it.each([
    'https://pay.google.com/gp/p/js/pay.js',
    'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    'https://www.paypal.com/web-sdk/v6/core',
    'https://www.sandbox.paypal.com/web-sdk/v6/core',
    'https://static-eu.payments-amazon.com/checkout.js',
    'https://static-na.payments-amazon.com/checkout.js',
    'https://static-fe.payments-amazon.com/checkout.js',
    `${location.origin}/pay.js`,
  ])('[7.24] lets %s through', (url) => {
    expect(scriptUrl(url)).toBe(url);
  });

  it('[7.24] resolves a path on the page’s own origin', () => {
    expect(scriptUrl('/pay.js')).toBe(`${location.origin}/pay.js`);
  });

  it.each([
    'http://elsewhere.test/pay.js',
    'https://elsewhere.test/pay.js',
    'https://payments-amazon.com/checkout.js',
    'https://pay.google.com.elsewhere.test/pay.js',
    'https://pay.google.com:8443/pay.js',
    'http://pay.google.com/pay.js',
    'data:text/javascript,1',
    'javascript:1',
    'blob:null/1',
    `blob:${location.origin}/1`,
    'file:///pay.js',
    'http://',
  ])('[7.24] refuses %s', (url) => {
    expect(() => scriptUrl(url)).toThrow(TypeError);
  });

  it('creates the page’s policy once, however many copies of this code there are', async () => {
    const createPolicy = vi.fn((_name: string, rules: object) => rules);
    vi.stubGlobal('trustedTypes', { createPolicy });
    scriptUrl('https://pay.google.com/1.js');
    vi.resetModules();
    const copy = await import('./script-url.ts');
    expect(copy.scriptUrl).not.toBe(scriptUrl);
    expect(copy.scriptUrl('https://pay.google.com/2.js')).toBe('https://pay.google.com/2.js');
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['accelerated-checkout']);
  });

  it('gives what the policy made, not the text', () => {
    const trusted = 'trusted';
    vi.stubGlobal('trustedTypes', { createPolicy: () => ({ createScriptURL: () => trusted }) });
    expect(scriptUrl('https://pay.google.com/1.js')).toBe(trusted);
  });
});
