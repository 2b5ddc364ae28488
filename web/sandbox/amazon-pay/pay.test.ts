import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsIn } from './addresses.ts';
import { AmazonPayError } from './error.ts';
import { createPay } from './pay.ts';
import { rememberBuyer, rememberedBuyer } from './remembered-buyer.ts';

const CONFIG = {
  // Two spaces: a text that no JSON writer makes.
  payloadJSON: '{"storeId":  "amzn1.store"}',
  signature: 'c2lnbmF0dXJl',
  algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
};
const SETTINGS = {
  merchantId: 'A1MERCHANT',
  publicKeyId: 'SANDBOX-KEY',
  ledgerCurrency: 'EUR',
  checkoutLanguage: 'en_GB',
  productType: 'PayAndShip',
  placement: 'Product',
  createCheckoutSessionConfig: CONFIG,
};

const navigate = vi.fn<(url: string) => void>();
const Pay = createPay({
  pages: {
    checkout: (settings) => `/choose#${encodeURIComponent(JSON.stringify(settings))}`,
    change: (session, action) => `/choose?${session}&${action}`,
  },
  navigate,
});

// jsdom lacks this.
class Sheet {
  replaceSync(): void {
    // jsdom has no layout.
  }
}

/** The settings that the last navigation carries. */
const carried = (): unknown => settingsIn(new URL(navigate.mock.lastCall?.[0] ?? '', location.href).hash);

beforeEach(() => {
  navigate.mockReset();
  vi.stubGlobal('CSSStyleSheet', Sheet);
  document.body.innerHTML = '<div id="place"></div><button id="change">Změnit</button>';
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('initCheckout', () => {
  it('[B.02] goes to the page with the settings, and with the signed text as it is', () => {
    Pay.initCheckout(SETTINGS);
    expect(carried()).toEqual(SETTINGS);
  });

  it.each([
    ['merchantId', undefined, 'MissingParameterValue'],
    ['ledgerCurrency', 'CZK', 'InvalidParameterValue'],
    ['checkoutLanguage', 'cs_CZ', 'InvalidParameterValue'],
    ['productType', 'SignIn', 'InvalidParameterValue'],
    ['placement', 'Footer', 'InvalidParameterValue'],
    ['placement', undefined, 'MissingParameterValue'],
    ['buttonColor', 'Plum', 'InvalidParameterValue'],
    ['sandbox', 'true', 'InvalidParameterValue'],
    ['sandbox', true, 'InvalidParameterCombination'],
    ['publicKeyId', undefined, 'MissingParameterValue'],
    ['publicKeyId', 'AKEY', 'InvalidParameterCombination'],
    ['createCheckoutSessionConfig', undefined, 'MissingParameterValue'],
    ['createCheckoutSessionConfig', { ...CONFIG, payloadJSON: {} }, 'MissingParameterValue'],
    ['createCheckoutSessionConfig', { ...CONFIG, signature: '' }, 'MissingParameterValue'],
    ['createCheckoutSessionConfig', { ...CONFIG, algorithm: 'RS256' }, 'InvalidParameterValue'],
    ['estimatedOrderAmount', { amount: 12, currencyCode: 'EUR' }, 'InvalidParameterValue'],
    ['estimatedOrderAmount', { amount: '12,00', currencyCode: 'EUR' }, 'InvalidParameterValue'],
    ['estimatedOrderAmount', { amount: '12.00', currencyCode: 'CZK' }, 'InvalidParameterValue'],
  ])('[B.02] refuses %s=%j', (setting, value, code) => {
    const given = { ...SETTINGS, [setting]: value };
    expect(() => {
      Pay.initCheckout(given);
    }).toThrow(expect.objectContaining({ name: 'AmazonPayError', code }) as AmazonPayError);
    expect(navigate).not.toHaveBeenCalled();
  });

  it.each([
    ['the key id may stand beside the signature', { ...CONFIG, publicKeyId: 'SANDBOX-KEY' }, {}],
    ['a key id without an environment needs the flag', CONFIG, { publicKeyId: 'AKEY', sandbox: true }],
  ])('[B.02] takes it that %s', (_, createCheckoutSessionConfig, more) => {
    Pay.initCheckout({ ...SETTINGS, publicKeyId: undefined, ...more, createCheckoutSessionConfig });
    expect(navigate).toHaveBeenCalledOnce();
  });
});

describe('renderButton', () => {
  const pressed = (): void => {
    const host = document.querySelector('#place')?.firstElementChild;
    host?.shadowRoot?.querySelector('button')?.click();
  };

  it('[B.02] begins a checkout with its own settings when it is pressed', () => {
    Pay.renderButton('#place', SETTINGS);
    pressed();
    expect(carried()).toEqual(SETTINGS);
  });

  it('[B.02] leaves the press to onClick, and takes the rest of the settings then', () => {
    const { createCheckoutSessionConfig, ...shown } = SETTINGS;
    const button = Pay.renderButton('#place', shown);
    button.onClick(() => {
      button.initCheckout({ createCheckoutSessionConfig });
    });
    pressed();
    expect(carried()).toEqual(SETTINGS);
  });

  it('[B.02] refuses an amount in a currency that Amazon does not have', () => {
    const button = Pay.renderButton('#place', SETTINGS);
    expect(() => {
      button.updateButtonInfo({ amount: '1.00', currencyCode: 'CZK' });
    }).toThrow(AmazonPayError);
  });

  it('[B.02] refuses a place that the page does not have', () => {
    expect(() => Pay.renderButton('#elsewhere', SETTINGS)).toThrow(AmazonPayError);
  });
});

describe('bindChangeAction', () => {
  it('[B.02] leads back to the session', () => {
    Pay.bindChangeAction('#change', { amazonCheckoutSessionId: 'S1', changeAction: 'changeAddress' });
    document.querySelector<HTMLElement>('#change')?.click();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/choose?S1&changeAddress');
  });

  it.each([
    [{ changeAction: 'changeAddress' }],
    [{ amazonCheckoutSessionId: 'S1', changeAction: 'changeMind' }],
  ])('[B.02] refuses %j', (options) => {
    expect(() => {
      Pay.bindChangeAction('#change', options);
    }).toThrow(AmazonPayError);
  });
});

it('[B.02] signout forgets the buyer who signed in last', () => {
  rememberBuyer('eva');
  Pay.signout();
  expect(rememberedBuyer()).toBeNull();
});
