import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';

/** The button's modules, without the view of any wallet yet. */
async function fresh() {
  vi.resetModules();
  const { addButtonViews } = await import('../../dom/button-views.ts');
  const { PayWalletButton } = await import('./pay-wallet-button.ts');
  const { ALL_BUTTON_VIEWS, ALL_LOOKS } = await import('../../test/button-views.ts');
  const tag = `pay-wallet-button-${String(Math.random()).slice(2)}`;
  customElements.define(tag, PayWalletButton);
  const show = (wallet: string): HTMLElement => {
    const element = document.createElement(tag);
    element.setAttribute('wallet', wallet);
    document.body.append(element);
    return element;
  };
  const drawn = (element: HTMLElement) => element.shadowRoot?.querySelector('button') ?? null;
  return {
    PayWalletButton,
    addButtonViews: () => {
      addButtonViews(ALL_BUTTON_VIEWS, ALL_LOOKS);
    },
    show,
    drawn,
  };
}

beforeEach(() => {
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});

it('[2.14] is drawn when its view has loaded, which is requested once', async () => {
  const { PayWalletButton, addButtonViews, show, drawn } = await fresh();
  const loadView = (PayWalletButton.loadView = vi.fn(() => {
    addButtonViews();
    return Promise.resolve();
  }));
  const element = show('google_pay');
  await eventually(() => {
    expect(drawn(element)?.getAttribute('aria-label')).toBe('Google Pay');
  });
  element.toggleAttribute('disabled');
  expect(drawn(element)?.disabled).toBe(true);
  expect(loadView.mock.calls).toEqual([['google_pay']]);
});

it('stays empty for a wallet without a view, and loads it again after a network failure', async () => {
  const { PayWalletButton, addButtonViews, show, drawn } = await fresh();
  const loadView = (PayWalletButton.loadView = vi.fn(() => Promise.reject(new Error('no network'))));
  const element = show('paypal');
  await eventually(() => {
    expect(console.debug).toHaveBeenCalled();
  });
  expect(drawn(element)).toBeNull();
  loadView.mockImplementation(() => {
    addButtonViews();
    return Promise.resolve() as Promise<never>;
  });
  element.toggleAttribute('call-to-action');
  await eventually(() => {
    expect(drawn(element)?.textContent).toBe('Koupit přes PayPal');
  });
  expect(drawn(show('shop_pay'))).toBeNull();
});

it('[7.14] has its logo once that has loaded, and keeps its place until then', async () => {
  const { addButtonViews, show, drawn } = await fresh();
  addButtonViews();
  const button = drawn(show('google_pay'));
  expect(button?.querySelector('svg')?.getAttribute('viewBox')).toMatch(/^0 0 512 /);
  await eventually(() => {
    expect(button?.querySelector('svg > path')?.getAttribute('fill')).toBe('#4285f4');
  });
});

it('[7.14] says its name if its logo does not load', async () => {
  class Unanswered extends XMLHttpRequest {
    override readonly responseXML = null;
  }
  vi.stubGlobal('XMLHttpRequest', Unanswered);
  const { addButtonViews, show, drawn } = await fresh();
  addButtonViews();
  const button = drawn(show('google_pay'));
  await eventually(() => {
    expect(button?.textContent).toBe('Google Pay');
  });
  expect(button?.querySelector('svg')).toBeNull();
});

it.each([
  ['its own attribute', (element: HTMLElement) => element],
  ['an attribute around it', () => document.body],
])('[2.16] %s chooses the form of the button, whatever the background', async (_name, bearer) => {
  const { addButtonViews, show, drawn } = await fresh();
  addButtonViews();
  const element = show('google_pay');
  expect(drawn(element)?.dataset['form']).toBe('');
  const chosen = bearer(element);
  chosen.setAttribute('button-style', 'white-outline');
  element.setAttribute('theme', 'dark');
  expect(drawn(element)?.dataset['form']).toBe('white-outline');
  chosen.removeAttribute('button-style');
});
