import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutData } from '../src/bootstrap/data.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import { opening } from '../src/flow/opening.ts';
import { reduce } from '../src/flow/reducer.ts';
import type { CheckoutState } from '../src/flow/state.ts';
import { createStore } from '../src/flow/store.ts';
import type { Memory } from '../src/form/draft.ts';
import { firstForm } from '../src/prerender.tsx';
import { BuyerSections } from '../src/views/BuyerSections.tsx';
import { Checkout } from '../src/views/Checkout.tsx';
import { amazonBuyer } from '../src/amazon/Buyer.tsx';
import {
  account,
  amazonChoice,
  cart,
  checkoutData,
  fakeApi,
  form,
  line,
  memory,
  page,
  WELL,
} from './support.ts';

/** The form that comes with the page, before and after the script takes it over. */

let root: Root | null = null;

afterEach(() => {
  act(() => root?.unmount());
  root = null;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface FirstFormPage {
  readonly container: HTMLElement;
  readonly api: ReturnType<typeof fakeApi>;
  readonly flow: CheckoutFlow;
  /** What React complains of. */
  readonly complaints: () => readonly unknown[];
  readonly hydrate: () => Promise<void>;
}

/** A page that has come with the form of `known`; the script is yet to come. */
function begun(
  known = cart(),
  storage: Memory = memory(),
  more: Partial<CheckoutData> = {},
  Buyer = BuyerSections,
): FirstFormPage {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Element.prototype.scrollIntoView = (): void => undefined;
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const data = checkoutData({ cart: known, ...more });
  const api = fakeApi(WELL);
  const state: CheckoutState = opening(known, data);
  const around = page(api, data, storage);
  const store = createStore(state, (present: CheckoutState, action: Parameters<typeof reduce>[1]) =>
    reduce(present, action, data.payments),
  );
  const flow = new CheckoutFlow({ ...around.environment, store });
  const view = <Checkout checkout={{ data, flow, Buyer }} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(view);
  document.body.append(container);
  const recovered: unknown[] = [];
  return {
    container,
    api,
    flow,
    complaints: () => [...(logged.mock.calls as unknown[][]).flat(), ...recovered],
    hydrate: () =>
      act(async () => {
        root = hydrateRoot(container, view, { onRecoverableError: (error) => recovered.push(error) });
        await Promise.resolve();
      }),
  };
}

function field(container: HTMLElement, id: string): HTMLInputElement {
  const found = container.querySelector(`#field-${id}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${id}`);
  return found;
}

describe('the form that comes with the page', () => {
  it('keeps what was typed, where it was typed, and the focus', async () => {
    const { container, hydrate, complaints } = begun();
    const email = field(container, 'email');
    email.value = 'jana@example.cz';
    field(container, 'delivery-city').value = 'Brno';
    email.focus();
    await hydrate();
    expect(field(container, 'email')).toBe(email);
    expect(email.value).toBe('jana@example.cz');
    expect(field(container, 'delivery-city').value).toBe('Brno');
    expect(document.activeElement).toBe(email);
    expect(complaints()).toEqual([]);
  });

  it('is the whole form as soon as the script is there, without a request', async () => {
    // What is known of the address is saved a moment later, however long the form takes to come.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { container, api, hydrate } = begun(cart({ address: null }), memory());
    expect(container.querySelector('.co-button--order')).toBeNull();
    await hydrate();
    expect(container.querySelector('.co-button--order')).not.toBeNull();
    expect(container.querySelector('.co-summary')?.textContent).toContain('509');
    expect(api.requests).toEqual([]);
  });

  it('is filled in with what cart and tab know, but never over what was typed', async () => {
    const storage = memory();
    storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(form({ email: 'draft@example.cz' })));
    const { container, hydrate } = begun(cart({ phone: '+420777123456' }), storage);
    field(container, 'delivery-firstName').value = 'Eva';
    await hydrate();
    expect(field(container, 'email').value).toBe('draft@example.cz');
    expect(field(container, 'delivery-firstName').value).toBe('Eva');
    expect(field(container, 'delivery-lastName').value).toBe('Nováková');
  });

  it('takes over a country that was chosen early, with the fields that it asks for', async () => {
    const { container, hydrate, flow, complaints } = begun();
    const country = container.querySelector('select');
    if (country === null) throw new Error('no country');
    country.value = 'AE';
    field(container, 'email').value = 'jana@example.cz';
    await hydrate();
    expect(flow.state()).toMatchObject({
      kind: 'editing',
      form: { email: 'jana@example.cz', delivery: { country: 'AE' } },
    });
    expect(country.value).toBe('AE');
    expect(container.querySelector('#field-delivery-province')).not.toBeNull();
    expect(complaints()).toEqual([]);
  });

  it('asks for no address where nothing is shipped', async () => {
    const digital = cart({
      lines: [line('1', { requiresShipping: false })],
      requiresShipping: false,
      groups: [],
    });
    const { container, hydrate, complaints } = begun(digital);
    expect(container.querySelector('#field-delivery-country')).toBeNull();
    field(container, 'email').value = 'jana@example.cz';
    await hydrate();
    expect(field(container, 'email').value).toBe('jana@example.cz');
    expect(complaints()).toEqual([]);
  });

  it('asks for the prices of carriers, for which the page did not wait', async () => {
    const { shop } = checkoutData();
    const { api, hydrate } = begun(cart(), memory(), { shop: { ...shop, carrierRates: true } });
    await hydrate();
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(api.requests).toContain('cart');
  });
});

describe('the page of a buyer who came back from Amazon', () => {
  const at = account({ account: 'amazon_pay', token: 'S1', amazon: amazonChoice() });
  const told = cart({ email: 'jana@example.cz', phone: '+420777123456', address: null });

  it('[4.21] shows contact and address as text before and after the script takes over', async () => {
    const { payments } = checkoutData();
    const { container, hydrate, complaints } = begun(
      told,
      memory(),
      { payments: [at, ...payments] },
      amazonBuyer(at),
    );
    const facts = container.querySelector('.co-facts');
    expect([...(facts?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'jana@example.cz',
      '+420777123456',
      'Jana Nováková',
      'Kounicova 12',
      '602 00 Brno',
      'Česko',
    ]);
    expect(container.querySelector('#field-email')).toBeNull();
    await hydrate();
    expect(complaints()).toEqual([]);
  });

  it('[4.21] is in the template, each line as often as there is one', () => {
    const template = firstForm();
    expect(template).toContain(
      '{% for contact_line in amazon.contact %}<dd>{{ contact_line }}</dd>{% endfor %}',
    );
    expect(template).toContain(
      '{% for address_line in amazon.address %}<dd>{{ address_line }}</dd>{% endfor %}',
    );
    expect(template.match(/\{% if amazon\.isAddressUnusable %\}/gu)).toHaveLength(2);
  });
});

describe('its template', () => {
  it('has every loop and every hole that the server fills', () => {
    const template = firstForm();
    expect(template.match(/\{% for /gu)).toHaveLength(12);
    expect(template.match(/\{% for /gu)?.length).toBe(template.match(/\{% endfor %\}/gu)?.length);
    expect(template.match(/\{% if /gu)?.length).toBe(template.match(/\{% endif %\}/gu)?.length);
    for (const hole of ['{{ choice.name }}', '{{ zone.name }}', '{{ country.zip.label }}'])
      expect(template).toContain(hole);
    expect(template).not.toContain('{{ country.code }}');
  });
});
