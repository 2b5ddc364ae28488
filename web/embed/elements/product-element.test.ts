import { afterEach, beforeEach, describe, expect, it, vi, type Mock, type MockInstance } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import { created, sent, stubFetch } from '../test/api.ts';
import { one, page, productForm, settle } from '../test/form.ts';
import {
  ADD,
  ATTRIBUTES,
  BUTTON,
  button,
  host,
  ID,
  show,
  showProduct,
  tag,
  wallet,
} from '../test/product.ts';
import * as chunks from './loaders/chunks.ts';
import { defineElements } from './define.ts';
import * as press from './chunks/press.ts';
import type { OpenWalletSheet } from '../flows/request.ts';
import * as sheetChunk from './loaders/wallet-chunks.ts';

// In tests the entry is a file, which has no origin.
vi.mock('./page/origin.ts', () => ({
  ORIGIN: 'https://shop.example',
  formAction: () => '/checkout/buy-it-now',
}));

let errors: MockInstance<typeof console.error>;
let openWalletSheet: Mock<OpenWalletSheet>;
let navigate: MockInstance<(url: string) => void>;

beforeEach(async () => {
  defineElements();
  await chunks.loadPress();
  await chunks.loadWallet();
  openWalletSheet = vi.fn();
  vi.spyOn(sheetChunk, 'loadWalletChunks').mockImplementation(async () => ({
    press: await chunks.loadPress(),
    wallet: { ...(await chunks.loadWallet()), openWalletSheet },
    rates: chunks.loadRates,
  }));
  press.forgetRedirect();
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  navigate = vi.spyOn(press.leave, 'to').mockImplementation(() => undefined);
});
afterEach(async () => {
  document.body.replaceChildren();
  await settle();
});

describe('first paint', () => {
  it('[B.01] keeps the button the server sent, with what the theme did to it', async () => {
    page(productForm(ID + tag(ATTRIBUTES, BUTTON.replace('class="', 'data-theme="x" class="fancy '))));
    const before = button();
    await settle();
    expect(button()).toBe(before);
    expect(before.className).toContain('fancy');
    expect(before.dataset['theme']).toBe('x');
  });

  it('[1.08] [B.01] a bare tag gets the same markup', async () => {
    await showProduct(tag(ATTRIBUTES, ''));
    const template = document.createElement('template');
    template.innerHTML = BUTTON;
    expect(host().firstChild?.isEqualNode(template.content.firstChild)).toBe(true);
    expect(host().childNodes).toHaveLength(1);
  });

  it.each(['\n  ', '<div class="shopify-payment-button__skeleton">x</div>', BUTTON + BUTTON])(
    '[2.17] what stood in for the button goes: %s',
    async (inside) => {
      await showProduct(tag(ATTRIBUTES, inside));
      expect(host().childNodes).toHaveLength(1);
      expect(button().textContent).toBe('Koupit teď');
    },
  );

  it('[2.04] the plain button comes without the more-options link', async () => {
    await showProduct();
    expect(document.querySelector('.shopify-payment-button__more-options')).toBeNull();
  });

  it('[2.03] a branded instrument comes with it', async () => {
    const undo = registerInstrument(wallet('PayPal', 'PayPal'));
    await showProduct(tag(`${ATTRIBUTES} recommended='{"name":"paypal"}'`));
    expect(one('[role=link]', host()).textContent).toBe('Další platební možnosti');
    undo();
  });
});

describe('what is missing', () => {
  it('[2.05] without a product form: a named error on the console, nothing shown', async () => {
    const fetched = stubFetch(created());
    const unavailable = vi.fn();
    document.addEventListener('accelerated-checkout:unavailable', unavailable, { once: true });
    await show(tag());
    expect(errors).toHaveBeenCalledTimes(1);
    expect(errors.mock.calls[0]?.[0]).toMatch(/^MissingProductForm: <accelerated-checkout>/);
    expect(host().hidden).toBe(true);
    expect((unavailable.mock.calls[0]?.[0] as CustomEvent<unknown>).detail).toEqual({
      instrument: null,
      reason: 'missing_product_form',
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('[3.15] without an access token: an error that names it, nothing shown; it comes back with the token', async () => {
    await showProduct(tag('buyer-country="CZ" buyer-currency="CZK"'));
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      '<accelerated-checkout> needs the attribute "access-token".',
    );
    expect(host().hidden).toBe(true);
    host().setAttribute('access-token', 't');
    await settle();
    expect(host().hidden).toBe(false);
    expect(host().settings?.accessToken).toBe('t');
  });

  it('[5.03] a malformed attribute is reported once and does not prevent the purchase', async () => {
    await showProduct(tag(`${ATTRIBUTES} fallback="["`));
    host().setAttribute('debug', '');
    await settle();
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      'The attribute "fallback" of <accelerated-checkout> must be a JSON object.',
    );
    expect(button().disabled).toBe(false);
  });

  it('[1.03] [B.06] an instrument that is not there is skipped and said', async () => {
    const unavailable = vi.fn();
    document.addEventListener('accelerated-checkout:unavailable', unavailable, { once: true });
    await showProduct(tag(`${ATTRIBUTES} recommended='{"name":"bitcoin"}'`));
    expect((unavailable.mock.calls[0]?.[0] as CustomEvent<unknown>).detail).toEqual({
      instrument: 'Unknown',
      reason: 'unsupported_instrument',
    });
    expect(button().textContent).toBe('Koupit teď');
  });
});

describe('consent', () => {
  it('[3.20] goes with the cart that a press makes', async () => {
    document.cookie = '_tracking_consent=3aP_CZ10_t_f; path=/';
    const fetched = stubFetch(created());
    press.forgetRedirect();
    vi.spyOn(press.leave, 'to').mockImplementation(() => undefined);
    await showProduct();
    button().click();
    await settle();
    document.cookie = '_tracking_consent=; path=/; max-age=0';
    expect(sent(fetched).body.variables['visitorConsent']).toEqual({
      analytics: false,
      marketing: null,
      preferences: true,
      saleOfData: null,
    });
  });
});

describe('debug', () => {
  it.each([
    ['debug', 2],
    ['debug="false"', 0],
    ['', 0],
  ])('[3.14] with %s the console is told what the element tells', async (attribute, told) => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    stubFetch(created());
    press.forgetRedirect();
    vi.spyOn(press.leave, 'to').mockImplementation(() => undefined);
    await showProduct(tag(`${ATTRIBUTES} ${attribute}`));
    button().click();
    await settle();
    const names = debug.mock.calls.map(([name]) => name as unknown);
    expect(names).toEqual(['accelerated-checkout:start', 'accelerated-checkout:complete'].slice(0, told));
  });

  it('[3.14] is followed when it changes', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    await showProduct();
    host().setAttribute('debug', '');
    host().removeAttribute('access-token');
    await settle();
    expect(debug).toHaveBeenCalledExactlyOnceWith('accelerated-checkout:unavailable', {
      instrument: null,
      reason: 'missing_attribute',
    });
  });
});

describe('hidden', () => {
  it('[2.05] what the theme has hidden stays hidden', async () => {
    await showProduct(tag(`${ATTRIBUTES} hidden`));
    host().setAttribute('debug', '');
    await settle();
    expect(host().hidden).toBe(true);
  });
});

describe('the form is watched', () => {
  it('[4.03] the button follows the add-to-cart buttons and the variant', async () => {
    await showProduct();
    expect(button().disabled).toBe(false);
    one<HTMLButtonElement>('[name=add]').disabled = true;
    await settle();
    expect(button().disabled).toBe(true);
    one<HTMLButtonElement>('[name=add]').disabled = false;
    await settle();
    expect(button().disabled).toBe(false);
    one<HTMLInputElement>('[name=id]').value = '';
    await settle();
    expect(button().disabled).toBe(true);
  });

  it('[4.03] [3.14] whether a selling plan is chosen is tracked', async () => {
    await showProduct(tag(), `${ID}${ADD}<input type="radio" name="selling_plan" value="5">`);
    expect(host().hasSellingPlan).toBe(false);
    one('[type=radio]').click();
    expect(host().hasSellingPlan).toBe(true);
    host().setAttribute('has-selling-plan', '');
    one<HTMLInputElement>('[type=radio]').checked = false;
    await settle();
    expect(host().hasSellingPlan).toBe(true);
  });

  it('[3.14] disabled reacts to change', async () => {
    await showProduct();
    host().toggleAttribute('disabled');
    await settle();
    expect(button().disabled).toBe(true);
    host().toggleAttribute('disabled');
    await settle();
    expect(button().disabled).toBe(false);
  });
});

describe('the click', () => {
  it('[1.04] goes to the checkout instead of posting the form', async () => {
    const fetched = stubFetch(created());
    await showProduct();
    const submitted = vi.fn();
    one('form').addEventListener('submit', submitted);
    const started = vi.fn();
    host().addEventListener('accelerated-checkout:start', started, { once: true });
    button().click();
    expect(button().disabled).toBe(true);
    await eventually(() => {
      expect(navigate).toHaveBeenCalledTimes(1);
    });
    expect(button().disabled).toBe(false);
    expect(submitted).not.toHaveBeenCalled();
    expect(sent(fetched).body.variables['input']).toMatchObject({
      lines: [{ merchandiseId: 'gid://shopify/ProductVariant/123' }],
    });
    expect((started.mock.calls[0]?.[0] as CustomEvent<unknown>).detail).toMatchObject({
      instrument: 'BuyItNow',
      requiresShipping: true,
    });
  });

  it('[4.01] [B.03] a double click makes one cart', async () => {
    const fetched = stubFetch(created());
    await showProduct();
    button().click();
    button().click();
    button().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await eventually(() => {
      expect(navigate).toHaveBeenCalled();
    });
    await settle();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  it('[4.03] never buys a variant whose button was disabled a moment ago', async () => {
    const fetched = stubFetch(created());
    await showProduct();
    one<HTMLButtonElement>('[name=add]').disabled = true;
    // In the same task: the observer has not run yet.
    button().click();
    await settle();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('asks the form whether it is complete, as a submit would', async () => {
    const fetched = stubFetch(created());
    await showProduct(tag(), `${ID}${ADD}<input name="properties[Jméno]" required>`);
    button().click();
    await settle();
    expect(fetched).not.toHaveBeenCalled();
    one<HTMLInputElement>('[required]').value = 'Anička';
    button().click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalled();
    });
  });

  it('[4.06] the link skips a recommended shop wallet', async () => {
    const undo = registerInstrument(wallet('ShopPay', 'Shop Pay'));
    stubFetch(created());
    await showProduct(tag(`${ATTRIBUTES} recommended='{"name":"shop_pay"}'`));
    one('[role=link]', host()).click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalled();
    });
    expect(navigate.mock.calls[0]?.[0]).toContain('skip_shop_pay=true');
    undo();
  });

  it('[4.06] the link beside another wallet is a plain redirect', async () => {
    const undo = registerInstrument(wallet('PayPal', 'PayPal'));
    stubFetch(created());
    await showProduct(tag(`${ATTRIBUTES} recommended='{"name":"paypal"}'`));
    one('[role=link]', host()).click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalled();
    });
    expect(navigate.mock.calls[0]?.[0]).not.toContain('skip_shop_pay');
    undo();
  });

  it('[4.05] [2.20] a failure shows the dialog over an enabled button, which gets the focus back', async () => {
    stubFetch(new TypeError('Failed to fetch'));
    await showProduct();
    button().click();
    await eventually(() => {
      one('accelerated-checkout-dialog');
    });
    expect(button().disabled).toBe(false);
    const root = one('accelerated-checkout-dialog').shadowRoot;
    root?.querySelector<HTMLElement>('.action')?.click();
    expect(document.querySelector('accelerated-checkout-dialog')).toBeNull();
    expect(document.activeElement).toBe(button());
  });
});

describe('life and death', () => {
  const restore = (persisted: boolean) => {
    const event = new Event('pageshow');
    Object.assign(event, { persisted });
    window.dispatchEvent(event);
  };

  it('[4.02] the back/forward cache gives back a working button, without a dialog', async () => {
    const aborted = vi.fn();
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted();
            reject(signal.reason as Error);
          });
        }),
    );
    await showProduct();
    button().click();
    await settle();
    expect(button().disabled).toBe(true);
    window.dispatchEvent(new Event('pagehide'));
    restore(true);
    expect(button().disabled).toBe(false);
    await settle();
    expect(aborted).toHaveBeenCalledTimes(1);
    expect(document.querySelector('accelerated-checkout-dialog')).toBeNull();
    stubFetch(created());
    button().click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalledTimes(1);
    });
  });

  it('[B.05] survives a move, keeping its nodes', async () => {
    await showProduct();
    const before = button();
    one('form').prepend(host());
    await settle();
    expect(button()).toBe(before);
    one<HTMLButtonElement>('[name=add]').disabled = true;
    await settle();
    expect(button().disabled).toBe(true);
  });

  it('[B.05] follows when it is moved to another form', async () => {
    const fetched = stubFetch(created());
    await show(`${productForm(ID + ADD + tag())}<form id="b"><input name="id" value="77"></form>`);
    one('#b').append(host());
    await settle();
    button().click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalled();
    });
    expect(sent(fetched).body.variables['input']).toMatchObject({
      lines: [{ merchandiseId: 'gid://shopify/ProductVariant/77' }],
    });
  });

  it('[B.05] a clone is another working element', async () => {
    const fetched = stubFetch(created());
    await showProduct();
    const form = one('form');
    form.replaceWith(form.cloneNode(true));
    await settle();
    button().click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalledTimes(1);
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('[B.05] two elements in one form work side by side', async () => {
    const fetched = stubFetch(created());
    await showProduct(tag() + tag());
    const [first, second] = document.querySelectorAll<HTMLButtonElement>(
      '.shopify-payment-button__button--unbranded',
    );
    first?.click();
    second?.click();
    await eventually(() => {
      expect(navigate).toHaveBeenCalledTimes(1);
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('[B.05] taken out, it lets go of everything; put back, it works', async () => {
    await showProduct();
    const [form, element] = [one('form'), host()];
    element.remove();
    await settle();
    expect(element.settings).toBeNull();
    const inside = element.querySelector<HTMLButtonElement>('button');
    one<HTMLButtonElement>('[name=add]').disabled = true;
    await settle();
    expect(inside?.disabled).toBe(false);
    form.append(element);
    await settle();
    expect(button().disabled).toBe(true);
  });

  it('[4.01] taken out in mid-flight, it ends quietly', async () => {
    let aborts = 0;
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborts += 1;
            reject(signal.reason as Error);
          });
        }),
    );
    await showProduct();
    button().click();
    await settle();
    host().remove();
    await settle();
    expect(aborts).toBe(1);
    expect(navigate).not.toHaveBeenCalled();
    expect(document.querySelector('accelerated-checkout-dialog')).toBeNull();
  });
});
