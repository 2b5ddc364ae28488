import { afterEach, describe, expect, it, vi } from 'vitest';
import { SUBSCRIPTION_POLICY_MISSING } from '../../i18n/subscription.cs.ts';
import { one, page } from '../../test/form.ts';
import type { ProductSettings } from '../attributes/product.ts';
import { forgetPolicy, showPolicy, type FetchPolicy } from '../views/policy-dialog.ts';
import { syncConsent, type LoadClients, type Subscriber } from './subscription.ts';

const CONSENT = '.accelerated-checkout-consent';
const POLICY = { title: 'Předplatné', body: '<h2>Jak zrušit</h2><p>Kdykoli.</p>' };

/** A client that answers the policy when told to. */
function clients(answer: () => Promise<unknown> = () => Promise.resolve(POLICY)) {
  const request = vi.fn(async () => ({ subscriptionPolicy: await answer() }));
  const load: LoadClients = () => Promise.resolve({ cartClient: () => ({ request }) });
  return { load, request };
}

/** A form with the element in it, as the session would tell about it. */
function subscriber(inside = '') {
  page(`<form><accelerated-checkout></accelerated-checkout>${inside}</form>`);
  const ending = new AbortController();
  const state = {
    host: one('accelerated-checkout'),
    form: one<HTMLFormElement>('form'),
    settings: { accessToken: 't', buyerCountry: 'CZ' } as ProductSettings,
    hasSellingPlan: true as boolean,
  } satisfies Subscriber;
  const { load, request } = clients();
  return {
    state,
    request,
    sync: () => {
      syncConsent(state, load, ending.signal);
    },
    end: () => {
      ending.abort();
    },
  };
}

const block = () => document.querySelector(CONSENT);
const dialogHost = () => document.querySelector('accelerated-checkout-policy');
const root = () => {
  const shadow = dialogHost()?.shadowRoot;
  if (!shadow) throw new Error('no dialog');
  return shadow;
};
const content = () => one('.content', root());
const settle = () => new Promise((resolve) => setTimeout(resolve));

afterEach(forgetPolicy);

describe('the consent', () => {
  it('[2.06] appears below the button when a plan is chosen, and hides again', () => {
    const { state, sync } = subscriber();
    state.hasSellingPlan = false;
    sync();
    expect(block()).toBeNull();
    state.hasSellingPlan = true;
    sync();
    sync();
    expect(document.querySelectorAll(CONSENT)).toHaveLength(1);
    expect(state.host.nextElementSibling).toBe(block());
    expect(block()?.textContent).toContain('opakovaný nákup');
    expect(block()?.textContent).toContain('se ke každé platbě připočítá zvolená doprava');
    const button = one<HTMLButtonElement>('button', block() ?? document.body);
    expect(button.type).toBe('button');
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    state.hasSellingPlan = false;
    sync();
    expect(block()).toBeNull();
  });

  it('[2.06] goes with the element, and its dialog with it', async () => {
    const { sync, end } = subscriber();
    sync();
    one(`${CONSENT} button`).click();
    await settle();
    expect(dialogHost()).not.toBeNull();
    end();
    expect(block()).toBeNull();
    expect(dialogHost()).toBeNull();
  });

  it("[2.06] a theme's own block is shown and hidden in its place", async () => {
    const own =
      '<small id="shopify-buyer-consent" class="hidden" aria-hidden="true">Opakovaně <button id="shopify-subscription-policy-button">Zásady</button></small>';
    const { state, sync } = subscriber(own);
    sync();
    const theirs = one('#shopify-buyer-consent');
    expect(block()).toBeNull();
    expect([theirs.className, theirs.hasAttribute('aria-hidden')]).toEqual(['', false]);
    one('#shopify-subscription-policy-button').click();
    await settle();
    expect(content().textContent).toContain('Kdykoli.');
    state.hasSellingPlan = false;
    sync();
    expect([theirs.className, theirs.getAttribute('aria-hidden')]).toEqual(['hidden', 'true']);
    expect(dialogHost()).toBeNull();
  });
});

describe('the subscription policy', () => {
  const open = (fetchPolicy: FetchPolicy) => {
    page('<button>Zásady</button>');
    one('button').focus();
    return showPolicy(fetchPolicy);
  };

  it('[2.23] a skeleton stands while it is fetched, then title and body', async () => {
    let answer: (policy: typeof POLICY) => void = () => undefined;
    open(() => new Promise((resolve) => (answer = resolve)));
    expect(content().getAttribute('aria-busy')).toBe('true');
    expect(content().querySelectorAll('.bar')).toHaveLength(3);
    expect(one('[role=status]', content()).textContent).toBe('Načítáme zásady předplatného…');
    answer(POLICY);
    await settle();
    expect(content().getAttribute('aria-busy')).toBe('false');
    expect(content().querySelector('.bar')).toBeNull();
    expect(one('h2', root()).textContent).toBe('Předplatné');
    expect(content().innerHTML).toBe('<h3>Jak zrušit</h3><p>Kdykoli.</p>');
  });

  it('[2.23] [7.25] the fetched policy is cached: the second opening sends no request and shows no skeleton', async () => {
    const fetchPolicy = vi.fn(() => Promise.resolve(POLICY));
    const close = open(fetchPolicy);
    await settle();
    close();
    open(fetchPolicy);
    expect(content().textContent).toContain('Kdykoli.');
    expect(content().querySelector('.bar')).toBeNull();
    expect(fetchPolicy).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a failure', () => Promise.reject(new Error('down'))],
    ['a shop without one', () => Promise.resolve(null)],
  ])('[2.23] %s says so, and is not kept', async (_, fails) => {
    const close = open(fails);
    await settle();
    expect(SUBSCRIPTION_POLICY_MISSING).toMatch(
      /^Zásady předplatného nebylo možné najít\. Aktualizujte stránku/,
    );
    const alert = one('[role=alert]', content());
    expect(alert.textContent).toBe(SUBSCRIPTION_POLICY_MISSING);
    close();
    open(() => Promise.resolve(POLICY));
    await settle();
    expect(content().textContent).toContain('Kdykoli.');
  });

  it('[2.20] [2.23] is a modal dialog: Escape closes it, gives up fetching and returns the focus', () => {
    let signal: AbortSignal | undefined;
    open((given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    const dialog = one<HTMLDialogElement>('dialog', root());
    expect(dialog.open).toBe(true);
    expect(dialog.getAttribute('aria-labelledby')).toBe('title');
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(dialogHost()).toBeNull();
    expect(signal?.aborted).toBe(true);
    expect(document.activeElement).toBe(one('button'));
  });

  it('[7.11] a body is rebuilt from plain tags: nothing else of it becomes markup', async () => {
    const body =
      '<p onclick="x()">A<a href="javascript:x()">b</a></p><script>x()</script><img src=x onerror=x()><ul><li>c</li></ul>';
    open(() => Promise.resolve({ title: 't', body }));
    await settle();
    expect(content().innerHTML).toBe('<p>Ab</p><ul><li>c</li></ul>');
  });
});
