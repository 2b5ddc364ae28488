import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { apiFailure } from '../src/api/failure.ts';
import type { Cart } from '../src/api/model.ts';
import type { CheckoutData } from '../src/bootstrap/data.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import type { FormValues } from '../src/form/fields.ts';
import { CODE_FIELD, CODE_NOT_SAVED } from '../src/texts/codes.ts';
import { AT_NO_PLACE, CHANGED, NOT_AT_THAT_PLACE, PENDING } from '../src/texts/delivery.ts';
import { BuyerSections } from '../src/views/BuyerSections.tsx';
import { Checkout } from '../src/views/Checkout.tsx';
import { type RenderedView, draw, settle, type } from './render.tsx';
import {
  answer,
  cart,
  checkoutData,
  chosen,
  czk,
  fakeApi,
  form,
  group,
  line,
  memory,
  option,
  page,
  WELL,
} from './support.ts';

let drawn: RenderedView | null = null;
let flow: CheckoutFlow | null = null;

afterEach(() => {
  flow?.dispose();
  drawn?.unmount();
  drawn = null;
});

interface ShowOptions {
  readonly handlers?: Parameters<typeof fakeApi>[0];
  readonly data?: CheckoutData;
  readonly values?: FormValues;
  /** The attempt of which this tab knows. */
  readonly remembered?: string;
  /** How the page waits; by default it does not. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

async function show({
  handlers = {},
  data = checkoutData(),
  values,
  remembered,
  wait,
}: ShowOptions = {}): Promise<{
  container: HTMLElement;
  api: ReturnType<typeof fakeApi>;
}> {
  const storage = memory();
  if (values !== undefined) storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(values));
  const api = fakeApi({ ...WELL, ...handlers });
  const around = page(api, data, storage);
  if (remembered !== undefined) around.environment.attempts.accepted(remembered);
  const made = new CheckoutFlow(wait === undefined ? around.environment : { ...around.environment, wait });
  flow = made;
  drawn = await draw(<Checkout checkout={{ data, flow: made, Buyer: BuyerSections }} />);
  await settle(() => undefined);
  return { container: drawn.container, api };
}

function button(container: HTMLElement, text: string | RegExp): HTMLButtonElement {
  const isNamed = (name: string): boolean => (typeof text === 'string' ? name === text : text.test(name));
  const found = [...container.querySelectorAll('button')].find((each) => isNamed(each.textContent));
  if (found === undefined) throw new Error(`no button ${String(text)}`);
  return found;
}

function input(container: HTMLElement, id: string): HTMLInputElement {
  const found = container.querySelector(`#${id}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${id}`);
  return found;
}

/** Answers with this cart, also when the form saves itself on a slow machine. */
const always = (known: Cart) => ({
  cart: () => known,
  cartBuyerIdentityUpdate: () => answer({ cart: known }),
  cartDeliveryAddressesReplace: () => answer({ cart: known }),
});

function choose(container: HTMLElement, id: string, value: string): void {
  const found = container.querySelector(`#${id}`);
  if (!(found instanceof HTMLSelectElement)) throw new Error(`no choice ${id}`);
  found.value = value;
  found.dispatchEvent(new Event('change', { bubbles: true }));
}

/** With the sum, once it is whole. */
const ORDER = /^(?:Objednat s\u00a0povinností platby(?: – .+)?|Dokončit objednávku)$/u;

describe('the page', () => {
  it('has every section in order, and the button with its links', async () => {
    const { container } = await show();
    const headings = [...container.querySelectorAll('.co-form h2')].map((each) => each.textContent);
    expect(headings).toEqual([
      'Kontakt',
      'Doručovací adresa',
      'Doprava',
      'Platba',
      'Fakturační adresa',
      'Poznámka',
    ]);
    expect(button(container, ORDER).disabled).toBe(false);
    const links = [...container.querySelectorAll<HTMLAnchorElement>('.co-submit__terms a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/p/terms',
      '/p/privacy',
      '/p/withdrawal',
    ]);
  });

  it('[8.03] dobírka shows whole crowns and their rounding, in the sum and on the button', async () => {
    const offered = cart({ total: czk('509.40'), cashTotal: czk('509.00') });
    const { container } = await show({ handlers: always(offered) });
    const sums = (): string => container.querySelector('.co-totals')?.textContent ?? '';
    const due = (): string => container.querySelector('.co-submit__total')?.textContent ?? '';
    await settle(() => {
      input(container, 'payment-method-bank_transfer').click();
    });
    expect(due()).toContain('509,40\u00a0Kč');
    expect(sums()).not.toContain('Zaokrouhlení');
    await settle(() => {
      input(container, 'payment-method-cash_on_delivery').click();
    });
    expect(due()).toContain('509\u00a0Kč');
    expect(sums()).toContain('Zaokrouhlení−0,40\u00a0KčCelkem509\u00a0Kč');
    expect(container.querySelector('.co-button--order')?.textContent).toContain('– 509\u00a0Kč');
  });

  it.each([
    ['a chosen delivery', cart(), 'Objednat s\u00a0povinností platby – 509\u00a0Kč'],
    [
      'no delivery yet',
      cart({ groups: [group([option('ppl'), option('box')])] }),
      'Objednat s\u00a0povinností platby',
    ],
    ['nothing to pay', cart({ total: czk('0.00') }), 'Dokončit objednávku'],
  ])(
    '[8.03] with %s the order button says what it does, and the sum once it is whole',
    async (_, known, name) => {
      const { container } = await show({ handlers: always(known) });
      expect(container.querySelector('.co-submit .co-button--order')?.textContent).toBe(name);
    },
  );

  it('[3.03] gift cards pay for the total, and do not lower it', async () => {
    const paid = cart({
      total: czk('0.00'),
      giftCards: [{ id: 'card', lastCharacters: '2026', amount: czk('509.00') }],
    });
    const { container } = await show({ handlers: always(paid) });
    const rows = [...container.querySelectorAll('.co-totals__row')].map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );
    expect(rows.slice(-4)).toEqual([
      'Celkem509 Kč',
      'včetně DPH88,34 Kč',
      'Dárková karta …2026−509 Kč',
      'Zbývá doplatit0 Kč',
    ]);
    expect(container.querySelector('#field-payment')?.textContent).toBe('Celou částku uhradí dárkové karty.');
  });

  it('asks for no delivery when nothing is delivered, but for a billing address', async () => {
    const digital = cart({
      lines: [line('1', { requiresShipping: false })],
      requiresShipping: false,
      groups: [],
    });
    const { container } = await show({ handlers: { cart: () => digital } });
    const headings = [...container.querySelectorAll('.co-form h2')].map((each) => each.textContent);
    expect(headings).toEqual(['Kontakt', 'Platba', 'Fakturační údaje', 'Poznámka']);
    expect(container.querySelector('#payment-method-cash_on_delivery')).toBeNull();
  });

  it('labels every control, and lets browsers fill in', async () => {
    const { container } = await show({ values: form({ billingSame: false }) });
    for (const control of container.querySelectorAll('input, select, textarea')) {
      const labelled = control.closest('label') ?? container.querySelector(`label[for="${control.id}"]`);
      expect(labelled, control.outerHTML).not.toBeNull();
    }
    const filled = (id: string): string | null => input(container, id).getAttribute('autocomplete');
    expect(filled('field-email')).toBe('email');
    expect(filled('field-delivery-zip')).toBe('shipping postal-code');
    expect(filled('field-billing-company')).toBe('billing organization');
  });

  it('[B.07] uses no style attributes and keeps the card in a sandboxed frame', async () => {
    const { container } = await show();
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
    const frame = container.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
  });

  it('shows prices the Czech way, and dobírka only where it is possible', async () => {
    const offered = cart({
      lines: [line('1', { quantity: 2, total: czk('780.00') })],
      groups: [
        group(
          [
            option('ppl', { title: 'PPL', cost: czk('119.00') }),
            option('box', { title: 'Box', cost: czk('0.00'), cashOnDelivery: false }),
          ],
          { selectedHandle: 'box' },
        ),
      ],
      subtotal: czk('780.00'),
      total: czk('1780.50'),
    });
    const { container } = await show({ handlers: { cart: () => offered } });
    expect(container.textContent).toContain('zdarma');
    expect(container.querySelector('.co-submit__total')?.textContent).toContain('1\u00a0780,50\u00a0Kč');
    expect(input(container, 'payment-method-cash_on_delivery').disabled).toBe(true);
    expect(container.textContent).toContain('U zvolené dopravy dobírka není možná.');
    await settle(() => {
      input(container, 'delivery-method-ppl').click();
    });
    expect(input(container, 'payment-method-cash_on_delivery').disabled).toBe(false);
  });

  it.each([
    ['CZK', true],
    ['EUR', true],
    ['PLN', false],
    ['USD', false],
  ])('[8.03] a transfer in %s promises a QR code: %s', async (currencyCode, isPromised) => {
    const due = cart({ total: { amount: '509.00', currencyCode } });
    const { container } = await show({
      values: form({ payment: 'bank_transfer' }),
      handlers: {
        cart: () => due,
        // Saved meanwhile on a slow machine.
        cartBuyerIdentityUpdate: () => answer({ cart: due }),
        cartDeliveryAddressesReplace: () => answer({ cart: due }),
      },
    });
    const payment = container.querySelector('#field-payment')?.textContent ?? '';
    expect(payment).toContain('číslo účtu');
    expect(payment.includes('QR')).toBe(isPromised);
    expect(payment).toContain('Zaplatit stačí do 4. prosince 2026.');
  });

  it('[3.10] [3.19] says by which day each delivery arrives, before what else is to be known of it', async () => {
    const promise = 'Doručíme v úterý 24.\u00a011.';
    const options = [
      option('ppl', { title: 'PPL', promise, description: 'Kurýr zavolá' }),
      option('posta', { title: 'Pošta', promise: null, description: 'Bez slibu' }),
      option('rozvoz', { title: 'Rozvoz', promise: 'Doručíme ještě dnes' }),
    ];
    const offered = cart({ groups: [group(options)] });
    const { container } = await show({ handlers: { cart: () => offered } });
    expect(container.textContent).toContain(`${promise} · Kurýr zavolá`);
    expect(container.textContent).toContain('Bez slibu');
    expect(container.textContent).toContain('Doručíme ještě dnes');
    expect(container.textContent).not.toContain('· Bez slibu');
  });
});

describe('a carrier that has not answered yet', () => {
  const waiting = (more: Parameters<typeof group>[0] = []): ReturnType<typeof cart> =>
    cart({ groups: [group(more, { pending: true })] });

  it('[8.03] is told in Czech, and asked again by a button', async () => {
    const answered = cart({ groups: [group([option('dopravce', { title: 'Dopravce' })])] });
    const { container, api } = await show({
      handlers: {
        cart: () => waiting(),
        cartBuyerIdentityUpdate: () => answer({ cart: waiting() }),
        cartDeliveryAddressesReplace: () => answer({ cart: answered }),
        cartSelectedDeliveryOptionsUpdate: () => answer({ cart: answered }),
      },
    });
    expect(container.textContent).toContain(PENDING);
    expect(container.textContent).not.toContain('nedoručuje');
    await settle(() => {
      button(container, 'Zkusit znovu').click();
    });
    expect(api.calls.map(({ name }) => name)).toContain('cartDeliveryAddressesReplace');
    expect(container.textContent).not.toContain(PENDING);
    expect(input(container, 'delivery-method-dopravce').checked).toBe(true);
  });

  it('[8.03] leaves what else there is to choose, and chooses nothing by itself', async () => {
    const { container } = await show({
      handlers: { cart: () => waiting([option('odber', { title: 'Osobní odběr' })]) },
    });
    expect(container.textContent).toContain(PENDING);
    expect(input(container, 'delivery-method-odber').checked).toBe(false);
  });
});

describe('a delivery that has become something else', () => {
  const box = option('box', { title: 'Box – nádraží', type: 'PICK_UP' });
  const moved = cart({ groups: [group([box], { changed: true })] });

  it('[8.03] is not chosen any more, though there is no other, and choosing it again is saved', async () => {
    const well = cart({ groups: [group([box], { selectedHandle: 'box' })] });
    const { container, api } = await show({
      handlers: {
        cart: () => moved,
        cartBuyerIdentityUpdate: () => answer({ cart: moved }),
        cartDeliveryAddressesReplace: () => answer({ cart: moved }),
        cartSelectedDeliveryOptionsUpdate: () => answer({ cart: well }),
      },
      values: form({ deliveries: chosen('box') }),
    });
    expect(container.textContent).toContain(CHANGED);
    expect(input(container, 'delivery-method-box').checked).toBe(false);
    await settle(() => {
      input(container, 'delivery-method-box').click();
    });
    const saved = api.calls.filter(({ name }) => name === 'cartSelectedDeliveryOptionsUpdate');
    expect(saved.at(-1)?.variables['selectedDeliveryOptions']).toEqual([
      { deliveryGroupId: 'group', deliveryOptionHandle: 'box' },
    ]);
    expect(container.textContent).not.toContain(CHANGED);
    expect(input(container, 'delivery-method-box').checked).toBe(true);
  });
});

describe('goods that are not where they were to be collected', () => {
  it('[8.03] another way is to be chosen, and none is by itself', async () => {
    const lacking = cart({ groups: [group([option('ppl', { title: 'PPL' })], { outOfStock: true })] });
    const { container } = await show({
      handlers: { cart: () => lacking, cartBuyerIdentityUpdate: () => answer({ cart: lacking }) },
      values: form({ deliveries: chosen('odber') }),
    });
    expect(container.textContent).toContain(NOT_AT_THAT_PLACE);
    expect(input(container, 'delivery-method-ppl').checked).toBe(false);
  });

  it('[8.03] no other address is asked for where no place has all of them', async () => {
    const nowhere = cart({ groups: [group([], { outOfStock: true })] });
    const { container } = await show({ handlers: { cart: () => nowhere } });
    expect(container.textContent).toContain(AT_NO_PLACE);
    expect(container.textContent).not.toContain('nedoručuje');
  });
});

describe('two delivery groups', () => {
  const options = [option('ppl', { title: 'PPL' }), option('box', { title: 'Box', cost: czk('79.00') })];
  const apart = (once: string | null, renewing: string | null): ReturnType<typeof cart> =>
    cart({
      groups: [
        group(options, { id: 'first', selectedHandle: once }),
        group(options, { id: 'second', purchase: 'SUBSCRIPTION', selectedHandle: renewing }),
      ],
    });
  const rows = (container: HTMLElement): (string | null)[] =>
    [...container.querySelectorAll('.co-summary .co-totals__row')].map((row) => row.textContent).slice(1, 3);

  it('[3.10] each has its own fieldset under its heading, and its own row in the summary', async () => {
    const { container } = await show({ handlers: { cart: () => apart('ppl', null) } });
    const fieldsets = [...container.querySelectorAll('fieldset')].slice(0, 2).map((fieldset) => {
      const title = document.getElementById(fieldset.getAttribute('aria-labelledby') ?? '');
      const radios = [...fieldset.querySelectorAll<HTMLInputElement>('input[type=radio]')];
      return [title?.textContent, radios.length, radios.find(({ checked }) => checked)?.value];
    });
    expect(fieldsets).toEqual([
      ['Doprava jednorázového nákupu', 2, 'ppl'],
      ['Doprava předplatného', 2, undefined],
    ]);
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows(container)).toEqual([
      'Doprava jednorázového nákupu119\u00a0Kč',
      'Doprava předplatnéhozatím nevybrána',
    ]);
  });

  it('[4.33] a choice is saved for every group that has one', async () => {
    const { container, api } = await show({
      handlers: {
        cart: () => apart('ppl', null),
        cartDeliveryAddressesReplace: () => answer({ cart: apart('ppl', null) }),
        cartSelectedDeliveryOptionsUpdate: () => answer({ cart: apart('ppl', 'box') }),
      },
    });
    await settle(() => {
      input(container, 'second-delivery-method-box').click();
    });
    const saved = api.calls.filter(({ name }) => name === 'cartSelectedDeliveryOptionsUpdate');
    expect(saved.at(-1)?.variables['selectedDeliveryOptions']).toEqual([
      { deliveryGroupId: 'first', deliveryOptionHandle: 'ppl' },
      { deliveryGroupId: 'second', deliveryOptionHandle: 'box' },
    ]);
    expect(rows(container)[1]).toBe('Doprava předplatného79\u00a0Kč');
  });

  it('a place that is missing is said at its field, which takes the focus', async () => {
    const point = (handle: string) => option(handle, { code: 'zasilkovna', type: 'PICKUP_POINT' });
    const points = cart({ groups: [group([point('praha'), point('brno'), option('ppl')])] });
    const { container } = await show({
      values: form({
        deliveries: { ...chosen(null), ONE_TIME_PURCHASE: { code: 'zasilkovna', handle: null } },
      }),
      handlers: {
        cart: () => points,
        cartBuyerIdentityUpdate: () => answer({ cart: points }),
        cartDeliveryAddressesReplace: () => answer({ cart: points }),
        cartSelectedDeliveryOptionsUpdate: () =>
          answer({
            cart: cart({ groups: points.groups.map((each) => ({ ...each, selectedHandle: 'brno' })) }),
          }),
      },
    });
    expect(container.textContent).toContain('Celkem bez dopravy');
    await eventually(() => {
      expect(input(container, 'delivery-place-zasilkovna').role).toBe('combobox');
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    expect(container.querySelector('#delivery-place-zasilkovna-error')?.textContent).toBe(
      'Vyberte výdejní místo.',
    );
    expect(document.activeElement?.id).toBe('delivery-place-zasilkovna');
    expect(container.querySelector('#field-deliveryOption-error')).toBeNull();
    await settle(() => {
      type(input(container, 'delivery-place-zasilkovna'), 'brno');
    });
    await settle(() => {
      container.querySelector<HTMLElement>('[role="option"]')?.click();
    });
    expect(container.querySelector('#delivery-place-zasilkovna-error')).toBeNull();
    expect(container.textContent).toContain('Celkem k úhradě');
  });

  it('what is missing is said at the group that lacks it', async () => {
    const values = form({ deliveries: chosen('ppl') });
    const { container } = await show({
      values,
      handlers: {
        cart: () => apart('ppl', null),
        // Saved meanwhile on a slow machine.
        cartBuyerIdentityUpdate: () => answer({ cart: apart('ppl', null) }),
        cartDeliveryAddressesReplace: () => answer({ cart: apart('ppl', null) }),
      },
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    expect(container.querySelector('#field-secondDelivery-error')?.textContent).toBe(
      'Vyberte způsob dopravy předplatného.',
    );
    expect(container.querySelector('#field-deliveryOption-error')).toBeNull();
    expect(document.activeElement?.id).toBe('second-delivery-method-ppl');
  });
});

describe('faults', () => {
  it('stand beside their fields, are announced, and the first takes the focus', async () => {
    const { container } = await show();
    await settle(() => {
      button(container, ORDER).click();
    });
    const email = input(container, 'field-email');
    expect(document.activeElement).toBe(email);
    expect(email.getAttribute('aria-invalid')).toBe('true');
    const described = email.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toContain('Vyplňte e-mail.');
    const summary = container.querySelector('.co-submit [role="alert"]');
    expect(summary?.textContent).toMatch(/^Opravte prosím 7\u00a0údajů/u);
    await settle(() => {
      type(email, 'jana@example.cz');
    });
    expect(email.getAttribute('aria-invalid')).toBe('false');
  });

  it('of a code pressed at once with the order stands at its field, which is unfolded and takes the focus', async () => {
    const { container, api } = await show({
      values: form(),
      handlers: {
        cartGiftCardCodesAdd: () => {
          throw apiFailure('network', 'lost');
        },
      },
    });
    const field = input(container, 'field-codes');
    await settle(() => {
      type(field, 'LETO10');
    });
    await settle(() => {
      button(container, 'Použít').click();
      button(container, ORDER).click();
    });
    await eventually(() => {
      expect(document.activeElement).toBe(field);
    });
    expect(container.querySelector('.co-summary__body--open')).not.toBeNull();
    expect(container.querySelector('#field-codes-error')?.textContent).toBe(CODE_NOT_SAVED);
    expect(field.getAttribute('aria-describedby')).toBe('field-codes-error');
    expect(container.querySelector('.co-submit a')?.textContent).toBe(CODE_FIELD);
    expect(api.requests).not.toContain('checkoutSave');
    await settle(() => {
      type(field, 'LETO1');
    });
    expect(container.querySelector('#field-codes-error')).toBeNull();
  });

  it('of a field are told when it is left, not while it is typed', async () => {
    const { container } = await show();
    const email = input(container, 'field-email');
    await settle(() => {
      email.focus();
      type(email, 'jana');
    });
    expect(email.getAttribute('aria-invalid')).toBe('false');
    await settle(() => {
      email.blur();
    });
    expect(email.getAttribute('aria-invalid')).toBe('true');
  });

  it('[8.03] a captcha that the device cannot work out is a labelled question, and Enter after its answer orders', async () => {
    const challenge = { challenge: 'vyzva', difficulty: 1, question: 'Kolik je dvě plus dvě?' };
    const { container, api } = await show({
      values: form(),
      handlers: { cartSubmitForCompletion: () => ({ result: { kind: 'captcha', challenge }, errors: [] }) },
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    await eventually(() => {
      expect(container.textContent).toContain('Kolik je dvě plus dvě?');
    });
    const field = container.querySelector<HTMLInputElement>('.co-captcha input');
    const label = container.querySelector(`label[for="${field?.id ?? ''}"]`);
    expect(label?.textContent).toContain('Kolik je dvě plus dvě?');
    expect(document.activeElement?.id).toBe('submission-message');
    const send = button(container, 'Odpovědět a objednat s\u00a0povinností platby');
    await settle(() => {
      send.click();
    });
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    await settle(() => {
      if (field) type(field, ' 4 ');
    });
    await settle(() => {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await eventually(() => {
      expect(api.calls.at(-1)?.variables['captcha']).toEqual({ challenge: 'vyzva', answer: '4' });
    });
  });

  it('[8.03] a refused order for nothing says why where there is nothing to pay, and goes there', async () => {
    const message = 'Tolik kusů zdarma najednou objednat nelze.';
    const free = cart({ subtotal: czk('0.00'), total: czk('0.00') });
    const refused = { kind: 'not_ready', errors: [{ code: 'PAYMENTS_METHOD_UNAVAILABLE', message }] };
    const { container } = await show({
      values: form({ payment: null }),
      handlers: {
        cart: () => free,
        cartBuyerIdentityUpdate: () => answer({ cart: free }),
        cartDeliveryAddressesReplace: () => answer({ cart: free }),
        cartBillingAddressUpdate: () => answer({ cart: free }),
        cartPaymentUpdate: () => answer({ cart: free }),
        cartPrepareForCompletion: () => ({ result: refused, errors: [] }),
      },
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    await eventually(() => {
      expect(container.querySelector('#field-payment-error')?.textContent).toBe(message);
    });
    expect(document.activeElement?.id).toBe('field-payment');
  });

  it('[8.03] a decline keeps everything that was typed and takes the reader to its reason, beside the card', async () => {
    const { container } = await show({
      values: form(),
      handlers: {
        cartSubmitForCompletion: () => ({
          result: { kind: 'failed', errors: [{ code: 'PAYMENT_CARD_DECLINED', message: null }] },
          errors: [],
        }),
      },
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    expect(document.activeElement?.textContent).toMatch(/Banka platbu kartou zamítla/u);
    expect(document.activeElement?.closest('section')?.querySelector('h2')?.textContent).toBe('Platba');
    expect(container.querySelector('.co-submit .co-message')?.textContent).toContain('Platba neproběhla');
    expect(input(container, 'field-email').value).toBe('jana@example.cz');
    expect(button(container, ORDER).disabled).toBe(false);
  });

  it('a cart that cannot be loaded can be tried again', async () => {
    const { container } = await show({
      handlers: {
        cart: (_variables, times) => {
          if (times === 1) throw apiFailure('network', 'lost');
          return cart();
        },
      },
    });
    expect(container.textContent).toContain('Pokladnu se nepodařilo načíst');
    await settle(() => {
      button(container, 'Zkusit znovu').click();
    });
    expect(container.querySelector('h1')?.textContent).toBe('Pokladna');
  });
});

describe('while it takes time', () => {
  it('shows the shape of the page while the cart is loading', async () => {
    const { container } = await show({ handlers: { cart: () => new Promise(() => undefined) } });
    expect(container.querySelector('[role="status"]')?.textContent).toContain('Načítáme pokladnu');
  });

  it('says that the payment is being processed, and holds the form still', async () => {
    const { container } = await show({
      values: form(),
      handlers: { cartSubmitForCompletion: () => new Promise(() => undefined) },
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    const status = container.querySelector('.co-progress [role="status"]');
    expect(status?.textContent).toContain('Zpracováváme platbu…');
    expect(status?.getAttribute('aria-live')).toBe('polite');
    expect(document.activeElement).toBe(status);
    expect(container.querySelector('.co-layout')?.hasAttribute('inert')).toBe(true);
  });

  it('says that the payment is being looked into, what holds meanwhile, and whom to ask', async () => {
    const data = checkoutData({ attempt: { id: 'attempt-1', fromAccount: false } });
    const { container, api } = await show({
      handlers: { cartCompletionAttempt: () => ({ kind: 'in_review' }) },
      data,
    });
    await eventually(() => {
      expect(container.querySelector('[role="status"] h1')?.textContent).toBe('Platbu prověřujeme');
    });
    const status = container.querySelector('[role="status"]');
    for (const said of ['Objednávka proto ještě nevznikla', 'sami se vám ozveme', 'Neplaťte prosím znovu']) {
      expect(status?.textContent).toContain(said);
    }
    const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([data.checkoutUrl, 'mailto:obchod@example.cz', 'tel:+420199100525']);
    expect(container.querySelectorAll('button')).toHaveLength(0);
    expect(api.calls).toHaveLength(1);
  });

  it('says how long a challenge waits, and how to give it up', async () => {
    const url = 'https://bank.example/challenge';
    const data = checkoutData({ attempt: { id: 'attempt-1', fromAccount: false } });
    const { container } = await show({
      data,
      remembered: 'attempt-1',
      handlers: {
        cartCompletionAttempt: (_variables, times) =>
          times === 1 ? { kind: 'action_required', redirectUrl: url } : new Promise(() => undefined),
      },
    });
    await eventually(() => {
      expect(container.querySelector('[role="status"] h1')?.textContent).toBe('Platba čeká na ověření');
    });
    const status = container.querySelector('[role="status"]');
    for (const said of ['obvykle za čtvrt hodiny', 'Zaplatit jinak', 'u banky zamítnete']) {
      expect(status?.textContent).toContain(said);
    }
    expect(container.querySelector('a')?.getAttribute('href')).toBe(url);
  });

  it('a challenge can be given up: the button says so, keeps the focus, and the reason then gets it', async () => {
    const own = 'A0000000000001-own';
    const expired = { kind: 'failed', errors: [{ code: 'PAYMENT_TRANSIENT_ERROR', message: null }] };
    let answer: (answered: unknown) => void = () => undefined;
    const { container } = await show({
      data: checkoutData({ attempt: { id: own, fromAccount: false } }),
      remembered: own,
      handlers: {
        cartCompletionAttempt: (_variables, times) =>
          times === 1 ? { kind: 'action_required', redirectUrl: 'https://bank.example/challenge' } : expired,
        cartCompletionAttemptGiveUp: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      wait: () => new Promise(() => undefined),
    });
    const press = button(container, 'Zaplatit jinak');
    expect(container.textContent).not.toContain('za čtvrt hodiny');
    press.focus();
    await settle(() => {
      press.click();
    });
    expect(press.textContent).toBe('Rušíme platbu…');
    expect(press.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(press);
    await settle(() => {
      answer({});
    });
    await eventually(() => {
      expect(document.activeElement?.id).toBe('submission-message');
    });
    expect(document.activeElement?.textContent).toContain('Platba nebyla dokončena');
  });

  it('a challenge that could not be given up says why beside the button', async () => {
    const own = 'A0000000000001-own';
    const { container } = await show({
      data: checkoutData({ attempt: { id: own, fromAccount: false } }),
      remembered: own,
      handlers: {
        cartCompletionAttempt: () => ({
          kind: 'action_required',
          redirectUrl: 'https://bank.example/challenge',
        }),
        cartCompletionAttemptGiveUp: () => {
          throw apiFailure('busy', 'x');
        },
      },
      wait: () => new Promise(() => undefined),
    });
    await settle(() => {
      button(container, 'Zaplatit jinak').click();
    });
    expect(container.querySelector('[role="alert"]')?.textContent).toContain('velmi vytížený');
    expect(button(container, 'Zaplatit jinak').getAttribute('aria-disabled')).toBe('false');
  });

  it('shows the progress of an attempt that is live when the page comes', async () => {
    const { container } = await show({
      data: checkoutData({ attempt: { id: 'attempt-1', fromAccount: false } }),
      handlers: { cartCompletionAttempt: () => new Promise(() => undefined) },
    });
    expect(container.querySelector('.co-progress')?.textContent).toContain('Zpracováváme platbu…');
    expect(container.querySelector('form')).toBeNull();
  });
});

describe('a line that has run out', () => {
  it('is marked, and the rest can be bought', async () => {
    const some = cart({ lines: [line('1'), line('2', { quantity: 0, title: 'Deka' })] });
    const { container, api } = await show({
      handlers: {
        cart: () => some,
        cartDeliveryAddressesReplace: () => ({ cart: some, errors: [], warnings: [] }),
        cartLinesUpdate: () => ({ cart: cart(), errors: [], warnings: [] }),
      },
    });
    await eventually(() => {
      expect(container.querySelector('#stock-notice')?.textContent).toContain('Deka: vyprodáno');
    });
    expect(container.querySelector('.co-line--sold-out')?.textContent).toContain('Vyprodáno');
    await settle(() => {
      button(container, 'Odebrat a pokračovat').click();
    });
    const update = api.calls.find((call) => call.name === 'cartLinesUpdate');
    expect(update?.variables['lines']).toEqual([{ id: '2', quantity: 0 }]);
    expect(container.querySelector('#stock-notice')).toBeNull();
  });

  it('is told with what goes with it, though that is in stock', async () => {
    const lines = [
      line('1'),
      line('2', { quantity: 0, title: 'Prsten' }),
      line('3', { parentId: '2', title: 'Rytina' }),
      line('4', { parentId: '1', title: 'Krabička' }),
    ];
    const { container } = await show({
      handlers: {
        cart: () => cart({ lines }),
        cartDeliveryAddressesReplace: () => ({ cart: cart({ lines }), errors: [], warnings: [] }),
      },
    });
    await eventually(() => {
      const told = [...container.querySelectorAll('#stock-notice li')].map((each) => each.textContent);
      expect(told).toEqual(['Prsten: vyprodáno', 'Rytina: patří k vyprodané položce']);
    });
  });
});

describe('an address', () => {
  const labels = (container: HTMLElement): readonly (string | null)[] =>
    [...container.querySelectorAll('label[for^="field-delivery-"]')].map((each) => each.textContent);

  it('[5.09] has the fields of the chosen country in its order, with its words', async () => {
    const { container } = await show({ values: form() });
    const names = ['Země', 'Jméno', 'Příjmení', 'Ulice a číslo popisné', 'Doplněk adresy (nepovinné)'];
    expect(labels(container)).toEqual([...names, 'PSČ', 'Město']);
    await settle(() => {
      choose(container, 'field-delivery-country', 'AE');
    });
    expect(labels(container)).toEqual([...names, 'Emirát']);
    const emirates = [...container.querySelectorAll('#field-delivery-province option')];
    expect(emirates.map((each) => each.textContent)).toEqual(['Vyberte emirát…', 'Abú Zabí', 'Dubaj']);
  });

  it('[B.03] in a country with one delivery option has that option in the total', async () => {
    const only = option('evropa', { cost: czk('249.00') });
    const abroad = (selectedHandle: string | null, total: string) =>
      cart({ groups: [group([only], { selectedHandle })], total: czk(total) });
    const { container, api } = await show({
      values: form(),
      handlers: {
        cartDeliveryAddressesReplace: () => answer({ cart: abroad(null, '390.00') }),
        cartSelectedDeliveryOptionsUpdate: () => answer({ cart: abroad('evropa', '639.00') }),
      },
    });
    await settle(() => {
      choose(container, 'field-delivery-country', 'SK');
    });
    const saved = api.calls.filter(({ name }) => name === 'cartSelectedDeliveryOptionsUpdate');
    expect(saved.at(-1)?.variables['selectedDeliveryOptions']).toEqual([
      { deliveryGroupId: 'group', deliveryOptionHandle: 'evropa' },
    ]);
    expect(container.textContent).toContain('Celkem k úhradě 639\u00a0Kč');
  });

  it('a choice that the shop does not keep is saved once, not again and again', async () => {
    const refusing = cart({ groups: [group([option('evropa')], { selectedHandle: null })] });
    const { container, api } = await show({
      values: form(),
      handlers: {
        cartDeliveryAddressesReplace: () => answer({ cart: refusing }),
        cartSelectedDeliveryOptionsUpdate: () => answer({ cart: refusing }),
      },
    });
    const before = api.calls.length;
    await settle(() => {
      choose(container, 'field-delivery-country', 'SK');
    });
    expect(api.calls.slice(before).map(({ name }) => name)).toEqual([
      'cartBuyerIdentityUpdate',
      'cartDeliveryAddressesReplace',
      'cartSelectedDeliveryOptionsUpdate',
    ]);
  });

  it('[5.09] what the new country does not ask for is not sent', async () => {
    const { container, api } = await show({ values: form() });
    await settle(() => {
      choose(container, 'field-delivery-country', 'AE');
    });
    await settle(() => {
      choose(container, 'field-delivery-province', 'DU');
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    const sent = api.calls.filter((call) => call.name === 'cartDeliveryAddressesReplace').at(-1);
    expect(sent?.variables).toMatchObject({
      addresses: [
        { address: { deliveryAddress: { countryCode: 'AE', provinceCode: 'DU', zip: null, city: null } } },
      ],
    });
  });

  it('[8.03] IČO and DIČ go with the cart’s other attributes, where the shop asks for them', async () => {
    const data = checkoutData();
    const asking = { ...data, shop: { ...data.shop, companyFields: 'required' as const } };
    const company = { ...form().delivery, company: 'Lněná dílna s.r.o.' };
    const values = form({ billingSame: false, billing: company, companyId: '27082440', vatId: 'CZ27082440' });
    const attributes = [{ key: 'Dárek', value: 'ano' }];
    const { container, api } = await show({
      data: asking,
      values,
      handlers: { cart: () => cart({ attributes }) },
    });
    await eventually(() => {
      expect(container.querySelector('label[for="field-companyId"]')?.textContent).toBe('IČO');
    });
    await settle(() => {
      button(container, ORDER).click();
    });
    await settle(() => undefined);
    const sent = api.calls.find((call) => call.name === 'cartAttributesUpdate');
    expect(sent?.variables['attributes']).toContainEqual({ key: 'company_id', value: '27082440' });
    expect(sent?.variables['attributes']).toContainEqual({ key: 'vat_id', value: 'CZ27082440' });
  });

  it('[8.03] a company’s numbers are checked by the server when they are left, and go when no company buys', async () => {
    const data = checkoutData();
    const asking = { ...data, shop: { ...data.shop, companyFields: 'optional' as const } };
    const known = cart({ attributes: [{ key: 'company_id', value: '27082440' }] });
    const { container, api } = await show({
      data: asking,
      values: form({ billingSame: false, companyId: '27082440' }),
      handlers: {
        ...always(known),
        cartAttributesUpdate: () =>
          answer({
            cart: known,
            errors: [
              {
                code: 'LOCALIZATION_EXTENSION_FIELD_ERROR',
                field: ['attributes', '0', 'value'],
                message: 'Takové IČO neexistuje.',
              },
            ],
          }),
      },
    });
    await eventually(() => {
      expect(container.querySelector('#field-companyId')).not.toBeNull();
    });
    const number = input(container, 'field-companyId');
    await settle(() => {
      type(number, '12345678');
    });
    await settle(() => {
      number.focus();
      number.blur();
    });
    await eventually(() => {
      expect(container.querySelector('#field-companyId-error')?.textContent).toBe('Takové IČO neexistuje.');
    });
    const sent = () =>
      api.calls
        .filter(({ name }) => name === 'cartAttributesUpdate')
        .map(({ variables }) => variables['attributes']);
    expect(sent()).toEqual([[{ key: 'company_id', value: '12345678' }]]);
    await settle(() => {
      container.querySelector<HTMLInputElement>('[name="billing-same"]')?.click();
    });
    await eventually(() => {
      expect(sent()).toHaveLength(2);
    });
    expect(sent()[1]).toEqual([]);
  });

  it('[B.12] the consent to immediate delivery goes with the cart’s other attributes, and goes away again', async () => {
    const consent = { text: 'Chci obsah stáhnout hned po zaplacení.', key: '_consent', value: '2026-11' };
    const other = { key: 'Dárek', value: 'ano' };
    const sent = async (attributes: readonly { key: string; value: string }[], tick: boolean) => {
      const known = cart({ attributes });
      const { container, api } = await show({
        data: { ...checkoutData(), consent },
        values: form(),
        handlers: {
          cart: () => known,
          // Saved meanwhile on a slow machine.
          cartBuyerIdentityUpdate: () => answer({ cart: known }),
          cartDeliveryAddressesReplace: () => answer({ cart: known }),
          cartSelectedDeliveryOptionsUpdate: () => answer({ cart: known }),
        },
      });
      await eventually(() => {
        expect(container.querySelector('[name="immediate-download"]')).not.toBeNull();
      });
      const box = container.querySelector<HTMLInputElement>('[name="immediate-download"]');
      expect(box?.checked).toBe(false);
      if (tick)
        await settle(() => {
          box?.click();
        });
      await settle(() => {
        button(container, ORDER).click();
      });
      await settle(() => undefined);
      return api.calls.find((call) => call.name === 'cartAttributesUpdate')?.variables['attributes'];
    };
    expect(await sent([other], true)).toEqual([other, { key: '_consent', value: '2026-11' }]);
    expect(await sent([other, { key: '_consent', value: '2026-11' }], false)).toEqual([other]);
    expect(await sent([other], false)).toBeUndefined();
  });
});
