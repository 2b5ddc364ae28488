import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';

/** The button's modules, without any face yet. */
async function fresh() {
  vi.resetModules();
  const { addFaces } = await import('../../dom/faces.ts');
  const { PayWalletButton } = await import('./pay-wallet-button.ts');
  const { ALL_FACES } = await import('../../test/faces.ts');
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
    addFaces: () => {
      addFaces(ALL_FACES);
    },
    show,
    drawn,
  };
}

beforeEach(() => {
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});

it('[2.14] is drawn when its face has come, which is asked for once', async () => {
  const { PayWalletButton, addFaces, show, drawn } = await fresh();
  const loadFace = (PayWalletButton.loadFace = vi.fn(() => {
    addFaces();
    return Promise.resolve();
  }));
  const element = show('google_pay');
  await eventually(() => {
    expect(drawn(element)?.getAttribute('aria-label')).toBe('Google Pay');
  });
  element.toggleAttribute('disabled');
  expect(drawn(element)?.disabled).toBe(true);
  expect(loadFace.mock.calls).toEqual([['google_pay']]);
});

it('stays empty for a wallet without a face, and asks again when the network had failed', async () => {
  const { PayWalletButton, addFaces, show, drawn } = await fresh();
  const loadFace = (PayWalletButton.loadFace = vi.fn(() => Promise.reject(new Error('no network'))));
  const element = show('paypal');
  await eventually(() => {
    expect(console.debug).toHaveBeenCalled();
  });
  expect(drawn(element)).toBeNull();
  loadFace.mockImplementation(() => {
    addFaces();
    return Promise.resolve() as Promise<never>;
  });
  element.toggleAttribute('call-to-action');
  await eventually(() => {
    expect(drawn(element)?.textContent).toBe('Koupit přesPayPal');
  });
  expect(drawn(show('shop_pay'))).toBeNull();
});
