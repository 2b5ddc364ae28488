import { afterEach, beforeEach, describe, expect, it, vi, type Mock, type MockInstance } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import type { OpenWalletSheet } from '../flows/request.ts';
import { created, stubFetch } from '../test/api.ts';
import { one, settle } from '../test/form.ts';
import { ADD, ATTRIBUTES, button, host, ID, showProduct, tag, wallet } from '../test/product.ts';
import type { WalletAdapter } from '../wallets/protocol.ts';
import * as chunks from './loaders/chunks.ts';
import { defineElements } from './define.ts';
import * as press from './chunks/press.ts';
import * as walletChunks from './loaders/wallet-chunks.ts';
import { sheetWallet } from './loaders/wallets.ts';

// In tests the entry is a file, which has no origin.
vi.mock('./page/origin.ts', () => ({
  ORIGIN: 'https://shop.example',
  formAction: () => '/checkout/buy-it-now',
}));

describe('a wallet of a product', () => {
  const WALLETS = `${ATTRIBUTES} recommended='{"name":"google_pay"}' fallback='{"name":"paypal"}'`;
  const shown = () => document.querySelector('pay-wallet-button')?.getAttribute('wallet') ?? null;
  const pressed = () => {
    one('pay-wallet-button').click();
  };

  let googlePay: Mock<WalletAdapter['check']>;
  let payPal: Mock<WalletAdapter['check']>;
  let forget: (() => void)[];
  let openWalletSheet: Mock<OpenWalletSheet>;
  let navigate: MockInstance<(url: string) => void>;

  beforeEach(async () => {
    defineElements();
    openWalletSheet = vi.fn();
    const loaded = {
      press: await chunks.loadPress(),
      wallet: { ...(await chunks.loadWallet()), openWalletSheet },
      rates: chunks.loadRates,
    };
    vi.spyOn(walletChunks, 'loadWalletChunks').mockResolvedValue(loaded);
    press.forgetRedirect();
    navigate = vi.spyOn(press.leave, 'to').mockImplementation(() => undefined);
    googlePay = vi.fn(() => Promise.resolve({ eligible: true }));
    payPal = vi.fn(() => Promise.resolve({ eligible: true }));
    forget = [
      registerInstrument(wallet('GooglePay', 'Google Pay', googlePay)),
      registerInstrument(wallet('PayPal', 'PayPal', payPal)),
    ];
    vi.spyOn(console, 'debug').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await settle();
    for (const each of forget) each();
    registerInstrument(sheetWallet('google_pay'));
  });

  it('[4.22] a press opens the sheet in its own task, on the line that the form then says', async () => {
    await showProduct(tag(WALLETS, ''), `${ID}<input name="quantity" value="1">${ADD}`);
    one<HTMLInputElement>('[name=quantity]').value = '3';
    pressed();
    expect(openWalletSheet).toHaveBeenCalledTimes(1);
    expect(openWalletSheet.mock.calls[0]?.[0]).toMatchObject({
      instrument: { name: 'GooglePay' },
      source: { kind: 'line', line: { variantId: 123, quantity: 3 } },
      requiresShipping: true,
      hasSellingPlan: false,
    });
  });

  it('[4.01] while its sheet is open it cannot be pressed again; afterwards it can', async () => {
    await showProduct(tag(WALLETS, ''));
    pressed();
    const { busy } = openWalletSheet.mock.calls[0]?.[0] ?? {};
    busy?.(true);
    pressed();
    expect(openWalletSheet).toHaveBeenCalledTimes(1);
    busy?.(false);
    pressed();
    expect(openWalletSheet).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      'a theme that holds it',
      (event: Event) => {
        event.preventDefault();
      },
    ],
    [
      'a sold-out variant',
      () => {
        one<HTMLButtonElement>('[name=add]').disabled = true;
      },
    ],
  ])('[B.06] [4.03] a press opens nothing for %s', async (_what, hold) => {
    await showProduct(tag(WALLETS, ''));
    document.body.addEventListener('click', hold, { capture: true, once: true });
    pressed();
    expect(openWalletSheet).not.toHaveBeenCalled();
  });

  it('[4.25] [2.03] where the recommended one is not to be had the fallback is, with a reason', async () => {
    const told = vi.fn();
    document.addEventListener('accelerated-checkout:unavailable', told, { once: true });
    googlePay.mockResolvedValue({ eligible: false, reason: 'sdkUnavailable' });
    await showProduct(tag(WALLETS, ''));
    expect(shown()).toBe('paypal');
    expect((told.mock.calls[0]?.[0] as CustomEvent<unknown>).detail).toEqual({
      instrument: 'GooglePay',
      reason: 'sdkUnavailable',
    });
    pressed();
    expect(openWalletSheet.mock.calls[0]?.[0]).toMatchObject({ instrument: { name: 'PayPal' } });
  });

  it('[3.14] [4.25] recommended-instrument and wallet-params are followed when they change', async () => {
    const { loadAdapter, ...googlePayWallet } = wallet('GooglePay', 'Google Pay');
    const { createAdapter } = await loadAdapter();
    const made = vi.fn(createAdapter);
    registerInstrument({ ...googlePayWallet, loadAdapter: () => Promise.resolve({ createAdapter: made }) });
    await showProduct(tag(`${ATTRIBUTES} recommended-instrument="google_pay"`, ''));
    expect(shown()).toBe('google_pay');
    host().setAttribute('wallet-params', '{"merchantName":"Světluška"}');
    await settle();
    expect(made).toHaveBeenLastCalledWith({ merchantName: 'Světluška' });
    host().setAttribute('recommended-instrument', 'paypal');
    await settle();
    expect(shown()).toBe('paypal');
  });

  it('[4.25] where neither is to be had the plain button is, which works', async () => {
    for (const each of [googlePay, payPal]) each.mockResolvedValue({ eligible: false, reason: 'timeout' });
    await showProduct(tag(WALLETS, ''));
    expect(shown()).toBeNull();
    stubFetch(created());
    button().click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalledTimes(1);
    });
    expect(openWalletSheet).not.toHaveBeenCalled();
  });

  it('[4.25] [3.14] is chosen again when its input changes; the old one is disabled meanwhile', async () => {
    await showProduct(tag(WALLETS, ''));
    expect(shown()).toBe('google_pay');
    let answered: (eligible: { eligible: true }) => void = () => undefined;
    payPal.mockReturnValue(
      new Promise((resolve) => {
        answered = resolve;
      }),
    );
    host().setAttribute('recommended', '{"name":"paypal"}');
    await settle();
    expect(shown()).toBe('google_pay');
    pressed();
    expect(openWalletSheet).not.toHaveBeenCalled();
    answered({ eligible: true });
    await settle();
    expect(shown()).toBe('paypal');
    pressed();
    expect(openWalletSheet.mock.calls[0]?.[0]).toMatchObject({ instrument: { name: 'PayPal' } });
  });

  it('[4.25] [4.03] is chosen again for a variant that is not shipped', async () => {
    googlePay.mockImplementation(({ requiresShipping }) =>
      Promise.resolve(requiresShipping ? { eligible: true } : { eligible: false, reason: 'digitalCart' }),
    );
    const params = `variant-params='[{"id":123,"requiresShipping":true},{"id":124,"requiresShipping":false}]'`;
    await showProduct(tag(WALLETS.replace(/variant-params='[^']*'/, params), ''));
    expect(shown()).toBe('google_pay');
    const id = one<HTMLInputElement>('[name=id]');
    id.value = '124';
    id.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(shown()).toBe('paypal');
    id.value = '123';
    id.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(shown()).toBe('google_pay');
  });

  it('[4.15] an answer that comes after the element has gone is not looked at', async () => {
    let answered: (eligible: { eligible: true }) => void = () => undefined;
    googlePay.mockReturnValue(
      new Promise((resolve) => {
        answered = resolve;
      }),
    );
    await showProduct(tag(WALLETS, ''));
    const element = host();
    element.remove();
    await settle();
    expect(googlePay.mock.calls[0]?.[1].aborted).toBe(true);
    answered({ eligible: true });
    await settle();
    expect(element.querySelector('pay-wallet-button')).toBeNull();
  });

  const restore = () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  };

  it.each([
    ['refused by its sheet', () => openWalletSheet.mock.calls[0]?.[0].refused()],
    ['back from the back/forward cache', restore],
  ])('[4.26] whose time is up makes room for the next one: %s', async (_what, end) => {
    await showProduct(tag(WALLETS, ''));
    pressed();
    googlePay.mockResolvedValue({ eligible: false, reason: 'authJwtExpired' });
    end();
    pressed();
    expect(openWalletSheet).toHaveBeenCalledTimes(1);
    await settle();
    expect(shown()).toBe('paypal');
    pressed();
    expect(openWalletSheet.mock.calls[1]?.[0]).toMatchObject({ instrument: { name: 'PayPal' } });
  });

  it('[4.02] coming back, the plain button does not wait for wallets that were not there', async () => {
    for (const each of [googlePay, payPal]) each.mockResolvedValue({ eligible: false, reason: 'notReady' });
    await showProduct(tag(WALLETS, ''));
    restore();
    expect(button().disabled).toBe(false);
    expect(googlePay).toHaveBeenCalledTimes(1);
  });
});
