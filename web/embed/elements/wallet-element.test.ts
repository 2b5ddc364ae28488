import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { CART_FORM_POST_WAIT_MS } from '../constants.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import type { PayingInstrument } from '../flows/instrument-registry.ts';
import type { InstrumentName } from '../flows/instruments.ts';
import type { OpenWalletSheet } from '../flows/request.ts';
import type { WalletAdapter } from '../wallets/protocol.ts';
import { answer, stubFetch } from '../test/api.ts';
import { one, page, settle } from '../test/form.ts';
import { columnsOf } from './views/cart-view.ts';
import * as chunks from './loaders/chunks.ts';
import { defineElements } from './define.ts';
import * as walletChunks from './loaders/wallet-chunks.ts';
import { sheetWallet } from './loaders/wallets.ts';

// In tests the entry is a file, which has no origin.
vi.mock('./page/origin.ts', () => ({
  ORIGIN: 'https://shop.example',
  formAction: () => '/checkout/buy-it-now',
}));

const CART_ID = 'gid://shopify/Cart/ZTOKEN?key=abc';
const BASE = 'access-token="t" buyer-country="CZ" buyer-currency="CZK"';
const cart = (id = CART_ID, configs = '[{"name":"google_pay"}]') =>
  `<accelerated-checkout-cart ${BASE} cart-id="${id}" wallet-configs='${configs}' requires-shipping></accelerated-checkout-cart>`;
const checkout = (more = '') =>
  `<checkout-wallet-button ${BASE} cart-id="${CART_ID}" wallet-config='{"name":"google_pay"}' ${more}></checkout-wallet-button>`;
const host = (tag = 'accelerated-checkout-cart') => one(tag);
const show = async (html: string) => {
  page(html);
  await settle();
};

let check: Mock<WalletAdapter['check']>;
let openWalletSheet: Mock<OpenWalletSheet>;

/** A wallet whose check and sheet the tests watch. */
const instrument = (name: InstrumentName): PayingInstrument => ({
  ...sheetWallet('google_pay'),
  name,
  loadAdapter: () =>
    Promise.resolve({ createAdapter: () => ({ check, open: () => ({ close: () => undefined }) }) }),
});

beforeEach(async () => {
  defineElements();
  check = vi.fn(() => Promise.resolve({ eligible: true }));
  openWalletSheet = vi.fn();
  registerInstrument(instrument('GooglePay'));
  await chunks.loadCartWallets();
  const loaded = {
    press: await chunks.loadPress(),
    wallet: { ...(await chunks.loadWallet()), openWalletSheet },
    rates: chunks.loadRates,
  };
  vi.spyOn(walletChunks, 'loadWalletChunks').mockResolvedValue(loaded);
  for (const method of ['error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  document.body.replaceChildren();
  await settle();
  registerInstrument(sheetWallet('google_pay'));
});

describe('the cart', () => {
  it('[1.05] [2.07] is a grid with a heading', async () => {
    await show(cart());
    expect(host().querySelector('h2.wallet-cart-heading')?.textContent).toBe('Expresní platba');
    expect(
      one('ul.wallet-cart-grid>li.wallet-cart-button-container>pay-wallet-button').getAttribute('wallet'),
    ).toBe('google_pay');
  });

  it.each(['vertical', 'horizontal'])('[2.08] is %s as the theme’s container says', async (orientation) => {
    await show(`<div class="additional-checkout-buttons--${orientation}">${cart()}</div>`);
    expect(one('ul').className).toContain(`wallet-cart-grid--${orientation}`);
  });

  it.each([
    [1, 100],
    [2, 210],
    [3, 320],
    [4, 430],
    [5, 540],
  ])('[2.09] [2.29] %d share a row from %d px', (buttons, width) => {
    expect(columnsOf(buttons, width, true)).toBe(buttons);
    expect(columnsOf(buttons, width - 1, true)).toBe(1);
  });

  it('[2.29] six always stack', () => {
    expect(columnsOf(6, 5000, true)).toBe(1);
  });

  it.each([1, 2, 3, 4, 5])(
    '[2.09] [2.29] %d stack on a narrow screen, however wide the cart is',
    (buttons) => {
      expect(columnsOf(buttons, 740, false)).toBe(1);
    },
  );

  it('[2.29] a screen is narrow under 750 px; rotating it changes the layout', async () => {
    const wide = Object.assign(new EventTarget(), { matches: true });
    const asked = vi.fn(() => wide);
    vi.stubGlobal('matchMedia', asked);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const forget = registerInstrument(instrument('ApplePay'));
    await show(cart(CART_ID, '[{"name":"google_pay"},{"name":"apple_pay"}]'));
    forget();
    const columns = () => one('ul').style.getPropertyValue('--accelerated-checkout-columns');
    expect(asked).toHaveBeenCalledWith('(min-width: 750px)');
    expect(columns()).toBe('2');
    wide.matches = false;
    wide.dispatchEvent(new Event('change'));
    expect(columns()).toBe('1');
  });

  it('[2.10] a legacy cart and a missing one show nothing, truly', async () => {
    await show(cart('gid://shopify/Cart/abc123'));
    expect(host().childNodes).toHaveLength(0);
    await show(cart(''));
    expect(host().childNodes).toHaveLength(0);
  });

  it('[2.11] [5.12] appears and disappears as the cart fills and empties, and follows what it needs', async () => {
    const form = '<form method="post" action="/cart/add"></form>';
    await show(cart('') + form);
    vi.useFakeTimers();
    const watched = async (body: unknown) => {
      stubFetch(answer(body));
      one('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
      await vi.advanceTimersByTimeAsync(CART_FORM_POST_WAIT_MS + 100);
    };
    await watched({ token: 'ZNEW?key=k', item_count: 1, requires_shipping: true });
    expect(host().getAttribute('cart-id')).toBe('gid://shopify/Cart/ZNEW?key=k');
    expect(host().querySelectorAll('pay-wallet-button')).toHaveLength(1);
    const flags = () => ['requires-shipping', 'has-selling-plan'].map((name) => host().getAttribute(name));
    expect(flags()).toEqual(['', null]);
    // What a page says with a value is taken over, too.
    host().setAttribute('requires-shipping', 'false');
    const line = { quantity: 1, selling_plan_allocation: null };
    const planned = { ...line, selling_plan_allocation: { selling_plan: { id: 1 } } };
    const full = { token: 'ZNEW?key=k', item_count: 2, requires_shipping: true };
    await watched({ ...full, items: [line, planned] });
    expect(flags()).toEqual(['', '']);
    await watched({ ...full, items: [line, null] });
    expect(flags()).toEqual(['', null]);
    await watched({ token: 'ZNEW?key=k', item_count: 0, requires_shipping: false });
    vi.useRealTimers();
    expect(host().childNodes).toHaveLength(0);
  });

  it('[4.25] [4.26] a wallet that is not to be had is passed over and said', async () => {
    const told = vi.fn();
    document.addEventListener('accelerated-checkout:unavailable', told, { once: true });
    check.mockResolvedValue({ eligible: false, reason: 'authJwtExpired' });
    await show(cart());
    expect((told.mock.calls[0]?.[0] as CustomEvent<unknown>).detail).toEqual({
      instrument: 'GooglePay',
      reason: 'authJwtExpired',
    });
    expect(host().childNodes).toHaveLength(0);
  });

  it('[2.07] a wallet named twice is one button', async () => {
    await show(cart(CART_ID, '[{"name":"google_pay"},{"name":"google_pay","wallet_params":{"a":1}}]'));
    expect(host().querySelectorAll('pay-wallet-button')).toHaveLength(1);
    host().toggleAttribute('disabled', true);
    await settle();
    expect(host().querySelectorAll('pay-wallet-button')).toHaveLength(1);
  });

  it('[2.17] [4.02] what the page came with stays until the first choice, also after the back/forward cache', async () => {
    let choose = (): void => undefined;
    check.mockReturnValue(
      new Promise((resolve) => {
        choose = () => {
          resolve({ eligible: true });
        };
      }),
    );
    stubFetch(answer({ token: 'ZTOKEN?key=abc', item_count: 1, requires_shipping: true }));
    await show(cart().replace('></accelerated', '><i>skeleton</i></accelerated'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    expect(host().innerHTML).toBe('<i>skeleton</i>');
    choose();
    await eventually(() => {
      one('pay-wallet-button');
    });
  });

  it('opens the sheet on its cart, in the task of the click', async () => {
    await show(cart());
    one('pay-wallet-button').click();
    expect(openWalletSheet.mock.calls[0]?.[0]).toMatchObject({
      source: { kind: 'cart', cartId: CART_ID },
      requiresShipping: true,
    });
  });

  it('[4.02] the back/forward cache gives back a button that can be pressed', async () => {
    stubFetch(answer({ token: 'ZTOKEN?key=abc', item_count: 1, requires_shipping: true }));
    await show(cart());
    one('pay-wallet-button').click();
    openWalletSheet.mock.calls[0]?.[0].busy(true);
    expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(true);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(false);
  });

  it.each(['refused by its sheet', 'back from the back/forward cache'])(
    '[4.26] a wallet whose time is up goes: %s',
    async (when) => {
      stubFetch(answer({ token: 'ZTOKEN?key=abc', item_count: 1, requires_shipping: true }));
      await show(cart());
      one('pay-wallet-button').click();
      check.mockResolvedValue({ eligible: false, reason: 'authJwtExpired' });
      if (when.startsWith('refused')) openWalletSheet.mock.calls[0]?.[0].refused();
      else window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(true);
      await settle();
      expect(host().querySelectorAll('pay-wallet-button')).toHaveLength(0);
    },
  );

  it('[4.02] a wallet that is still available after the back/forward cache is not reported again', async () => {
    const rendered = vi.fn();
    document.addEventListener('wallet-rendered', rendered);
    await show(checkout());
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    document.removeEventListener('wallet-rendered', rendered);
    expect(check).toHaveBeenCalledTimes(2);
    expect(rendered).toHaveBeenCalledTimes(1);
    one('pay-wallet-button');
  });

  it.each([
    [{ merchantName: 'Světluška', paymentData: { merchantInfo: { merchantName: 'Jiná' } } }, 'Světluška'],
    [{ paymentData: { merchantInfo: { merchantName: 'Světluška' } } }, 'Světluška'],
    [{ merchantName: '', paymentData: null }, ''],
    [{ merchantName: 1, paymentData: { merchantInfo: 'x' } }, ''],
  ])('[8.01] of %j the shop’s name is "%s"', async (params, name) => {
    await show(cart(CART_ID, JSON.stringify([{ name: 'google_pay', wallet_params: params }])));
    one('pay-wallet-button').click();
    expect(openWalletSheet.mock.calls[0]?.[0].shopName).toBe(name);
  });

  it('[B.05] 200 comings and goings leave nothing behind', async () => {
    let alive = 0;
    class CountingResizeObserver {
      #on = false;
      observe(): void {
        if (!this.#on) alive += 1;
        this.#on = true;
      }
      disconnect(): void {
        if (this.#on) alive -= 1;
        this.#on = false;
      }
    }
    for (const name of ['ResizeObserver', 'IntersectionObserver', 'PerformanceObserver', 'MutationObserver'])
      vi.stubGlobal(name, CountingResizeObserver);
    page(cart().repeat(200));
    await eventually(() => {
      expect(document.querySelectorAll('pay-wallet-button')).toHaveLength(200);
    });
    expect(alive).toBeGreaterThan(200);
    document.body.replaceChildren();
    await eventually(() => {
      expect(alive).toBe(0);
    });
  });
});

describe('the checkout', () => {
  const rendered = () => {
    const told = vi.fn();
    document.addEventListener('wallet-rendered', told, { once: true });
    return () => (told.mock.calls[0]?.[0] as CustomEvent<unknown> | undefined)?.detail;
  };

  it('[1.05] [2.12] shows its wallet and says so', async () => {
    const detail = rendered();
    await show(checkout());
    expect(detail()).toEqual({ status: 'success', instrument: 'GooglePay' });
    one('pay-wallet-button');
  });

  it('[2.12] or says why not', async () => {
    const detail = rendered();
    check.mockResolvedValue({ eligible: false, reason: 'notReady' });
    await show(checkout());
    expect(detail()).toEqual({ status: 'failure', instrument: 'GooglePay', reason: 'notReady' });
  });

  it('[2.13] with only-sdk the wallet is loaded and nothing is drawn', async () => {
    await show(checkout('only-sdk'));
    expect(check).toHaveBeenCalledTimes(1);
    expect(host('checkout-wallet-button').childNodes).toHaveLength(0);
  });

  it('[2.13] with only-sdk the page’s own button stays where it is', async () => {
    const own = '<button type="button">Zaplatit po svém</button>';
    await show(checkout('only-sdk').replace('></checkout', `>${own}</checkout`));
    expect(check).toHaveBeenCalledTimes(1);
    expect(host('checkout-wallet-button').innerHTML).toBe(own);
    host('checkout-wallet-button').removeAttribute('only-sdk');
    await settle();
    one('pay-wallet-button');
    host('checkout-wallet-button').setAttribute('only-sdk', '');
    await settle();
    expect(host('checkout-wallet-button').childNodes).toHaveLength(0);
  });

  it.each(['{oops', '{}', '{"wallet_params":{}}', '[]'])(
    '[2.12] [5.03] the wallet %s is none, and that is said',
    async (config) => {
      const detail = rendered();
      await show(checkout().replace('{"name":"google_pay"}', config));
      expect(detail()).toMatchObject({ status: 'failure', instrument: null });
      expect(host('checkout-wallet-button').childNodes).toHaveLength(0);
    },
  );

  it('[2.12] a wallet chunk that fails to load is reported, too', async () => {
    vi.spyOn(chunks, 'loadCartWallets').mockRejectedValue(new Error('not found'));
    const detail = rendered();
    await show(checkout());
    expect(detail()).toEqual({ status: 'failure', instrument: null, reason: 'sdkUnavailable' });
  });

  it('[3.15] needs the currency', async () => {
    const detail = rendered();
    await show(checkout().replace('buyer-currency="CZK"', ''));
    expect(console.error).toHaveBeenCalledWith(
      '<checkout-wallet-button> needs the attribute "buyer-currency".',
    );
    expect(detail()).toEqual({ status: 'failure', instrument: null, reason: 'missing_attribute' });
  });
});

describe('the drawn button', () => {
  const drawn = () => one('pay-wallet-button').shadowRoot?.querySelector('button') ?? null;

  it.each([
    ['#000', true],
    ['rgb(69, 69, 69)', true],
    ['rgb(70, 70, 70)', false],
    ['#fff', false],
    ['rgba(0, 0, 0, .5)', false],
  ])('[2.16] on %s dark is %s', async (colour, dark) => {
    await show(`<div style="background:${colour}"><div><pay-wallet-button wallet="google_pay"></div></div>`);
    expect(drawn()?.classList.contains('dark')).toBe(dark);
  });

  it('[4.01] [B.09] disabled it loses the focus, and gets it back unless something else was given it', async () => {
    await show('<pay-wallet-button wallet="google_pay"></pay-wallet-button><input>');
    const host = one('pay-wallet-button');
    for (const [meanwhile, expected] of [
      [() => undefined, host],
      [
        () => {
          one('input').focus();
        },
        one('input'),
      ],
    ] as const) {
      drawn()?.focus();
      expect(document.activeElement).toBe(host);
      host.toggleAttribute('disabled', true);
      // A browser takes the focus from what is disabled; here that is done by hand.
      drawn()?.blur();
      meanwhile();
      host.toggleAttribute('disabled', false);
      expect(document.activeElement).toBe(expected);
    }
  });

  it('[2.16] the theme attribute decides where it is given', async () => {
    await show('<pay-wallet-button wallet="google_pay" theme="dark"></pay-wallet-button>');
    expect(drawn()?.classList.contains('dark')).toBe(true);
  });

  it('[2.26] redraws when its container changes', async () => {
    const callbacks: ResizeObserverCallback[] = [];
    class ResizeObserverStub {
      constructor(callback: ResizeObserverCallback) {
        callbacks.push(callback);
      }
      observe(): void {
        // Told by hand.
      }
      disconnect(): void {
        // Nothing is observed.
      }
    }
    vi.stubGlobal('ResizeObserver', ResizeObserverStub);
    await show('<div><pay-wallet-button wallet="google_pay"></pay-wallet-button></div>');
    one('div').style.background = '#000';
    for (const resized of callbacks) resized([], {} as ResizeObserver);
    expect(drawn()?.classList.contains('dark')).toBe(true);
  });

  it('[2.27] becoming visible is reported once, from a tenth of the button on', async () => {
    const told = vi.fn();
    const seen: IntersectionObserverCallback[] = [];
    let threshold: unknown;
    class IntersectionObserverStub {
      constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit) {
        seen.push(callback);
        threshold = options.threshold;
      }
      observe(): void {
        // Told by hand.
      }
      disconnect(): void {
        // Nothing is observed.
      }
    }
    vi.stubGlobal('IntersectionObserver', IntersectionObserverStub);
    document.addEventListener('accelerated-checkout:visible', told);
    await show('<pay-wallet-button wallet="google_pay"></pay-wallet-button>');
    const entry = { isIntersecting: true } as IntersectionObserverEntry;
    for (let times = 0; times < 2; times += 1) seen[0]?.([entry], {} as IntersectionObserver);
    document.removeEventListener('accelerated-checkout:visible', told);
    expect(told).toHaveBeenCalledTimes(1);
    expect(threshold).toBe(0.1);
  });
});
