import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { answer } from '../../test/api.ts';
import { one, settle } from '../../test/form.ts';
import { ADD, ATTRIBUTES, button, host, ID, showProduct, tag } from '../../test/product.ts';
import * as chunks from '../loaders/chunks.ts';
import { defineElements } from '../define.ts';

vi.mock('../page/origin.ts', () => ({
  ORIGIN: 'https://shop.example',
  formAction: () => '/checkout/buy-it-now',
}));

const FLAGS = `${ATTRIBUTES} enabled-flags='["delivery_promise"]'`;
const badge = (): HTMLElement | null | undefined => host().shadowRoot?.querySelector('[part=promise]');

let asked: Record<string, unknown>[];
let observed: number;

class FakeObserver {
  #observes = false;
  observe(): void {
    this.#observes = true;
    observed += 1;
  }
  disconnect(): void {
    if (this.#observes) observed -= 1;
    this.#observes = false;
  }
}

beforeEach(async () => {
  defineElements();
  await chunks.loadPress();
  await chunks.loadDelivery();
  asked = [];
  observed = 0;
  vi.stubGlobal('ResizeObserver', FakeObserver);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 44));
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>((_url, init = {}) => {
      const { variables } = JSON.parse(init.body as string) as { variables: Record<string, unknown> };
      asked.push(variables);
      const option = { brandedPromise: { handle: 'shop_promise' }, maxCalendarDaysToDelivery: asked.length };
      return Promise.resolve(answer({ data: { deliveryPromise: { selectedShippingOption: option } } }));
    }),
  );
});
afterEach(async () => {
  document.body.replaceChildren();
  await settle();
  expect(observed).toBe(0);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the delivery promise of a product', () => {
  it('[2.03] [1.07] stands under the button, and leaves the button and its markup alone', async () => {
    await showProduct(tag(FLAGS), ID + ADD);
    await eventually(() => {
      expect(badge()?.textContent).toBe('Doručíme zítra');
    });
    expect(asked).toEqual([expect.objectContaining({ variantId: 'gid://shopify/ProductVariant/123' })]);
    expect(host().childNodes).toHaveLength(1);
    expect(button().assignedSlot?.nextElementSibling).toBe(badge());
  });

  it('[7.15] follows the variant', async () => {
    await showProduct(tag(FLAGS.replace('123', '124'), undefined), ID + ADD);
    expect(asked).toEqual([]);
    host().setAttribute('requires-shipping', '');
    one<HTMLInputElement>('[name=id]').value = '125';
    one('[name=id]').dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => {
      expect(badge()?.textContent).toBe('Doručíme zítra');
    });
    expect(asked).toEqual([expect.objectContaining({ variantId: 'gid://shopify/ProductVariant/125' })]);
  });

  it('[7.15] is asked for only in a shop that promises, and only of what is shipped', async () => {
    await showProduct(tag(ATTRIBUTES), ID + ADD);
    await showProduct(tag(FLAGS.replace('true', 'false')), ID + ADD);
    await settle();
    expect(asked).toEqual([]);
    expect(host().shadowRoot).toBeNull();
  });

  it('[7.15] comes back with an element that was taken out and put in again', async () => {
    await showProduct(tag(FLAGS), ID + ADD);
    await eventually(() => {
      expect(badge()?.hidden).toBe(false);
    });
    const element = host();
    const parent = element.parentElement;
    element.remove();
    await settle();
    expect(element.shadowRoot?.querySelector<HTMLElement>('[part=promise]')?.hidden).toBe(true);
    parent?.append(element);
    await eventually(() => {
      expect(badge()?.textContent).toBe('Doručíme do 2 dnů');
    });
    expect(element.shadowRoot?.querySelectorAll('[part=promise]')).toHaveLength(1);
  });
});
