import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amazonBuyer } from '../src/amazon/Buyer.tsx';
import { loadAmazon } from '../src/amazon/script.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import type { FormValues } from '../src/form/fields.ts';
import { Checkout } from '../src/views/Checkout.tsx';
import { draw, type RenderedView, settle, type } from './render.tsx';
import {
  account,
  amazonChoice,
  answer,
  cart,
  checkoutData,
  fakeApi,
  form,
  memory,
  page,
  WELL,
} from './support.ts';

let drawn: RenderedView | null = null;
let flow: CheckoutFlow | null = null;

/** What was bound by Amazon's script: the element's id and the options. */
let bound: [string, unknown][] = [];

function defineAmazon(): void {
  const bindChangeAction = (selector: string, options: unknown): void => {
    bound.push([document.querySelector(selector)?.id ?? `no ${selector}`, options]);
  };
  vi.stubGlobal('amazon', { Pay: { bindChangeAction } });
}

beforeEach(() => {
  bound = [];
  defineAmazon();
});

afterEach(() => {
  flow?.dispose();
  drawn?.unmount();
  drawn = null;
  document.head.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface ShowOptions {
  readonly choice?: Readonly<Record<string, unknown>>;
  readonly values?: Partial<FormValues>;
  readonly known?: ReturnType<typeof cart>;
  readonly handlers?: Parameters<typeof fakeApi>[0];
}

/** The checkout of a buyer who came back from Amazon with these values. */
async function show({ choice = {}, values = {}, known = cart(), handlers = {} }: ShowOptions = {}): Promise<{
  container: HTMLElement;
  api: ReturnType<typeof fakeApi>;
}> {
  const at = account({ account: 'amazon_pay', token: 'S1', amazon: amazonChoice(choice) });
  const data = checkoutData({ payments: [at, { kind: 'bank_transfer', due: null }] });
  const storage = memory();
  const typed = form({ payment: 'account', phone: '+420 777 123 456', ...values });
  const draft = { ...typed, approval: at.approval };
  storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(draft));
  const api = fakeApi({ ...WELL, cart: () => known, ...handlers });
  const made = new CheckoutFlow(page(api, data, storage).environment);
  flow = made;
  drawn = await draw(<Checkout checkout={{ data, flow: made, Buyer: amazonBuyer(at) }} />);
  await settle(() => undefined);
  return { container: drawn.container, api };
}

const facts = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('.co-facts dd')].map(({ textContent }) => textContent);

const has = (container: HTMLElement, name: string): boolean =>
  container.querySelector(`#field-${name}`) !== null;

function input(container: HTMLElement, name: string): HTMLInputElement {
  const found = container.querySelector(`#field-${name}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
  return found;
}

async function pay(container: HTMLElement, kind: string): Promise<void> {
  await settle(() => {
    container.querySelector<HTMLInputElement>(`input[name="payment-method"][value="${kind}"]`)?.click();
  });
}

async function press(container: HTMLElement, text: string): Promise<void> {
  const found = [...container.querySelectorAll('button')].find((each) => each.textContent === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  await settle(() => {
    found.click();
  });
}

const LINES = ['jana@example.cz', '+420777123456', 'Jana Nováková', 'Kounicova 12', '602 00 Brno', 'Česko'];

describe('a buyer who came back from Amazon', () => {
  it('[4.21] reads contact and address, and changes them at Amazon', async () => {
    const { container } = await show();
    expect(facts(container)).toEqual(LINES);
    expect(has(container, 'email') || has(container, 'phone') || has(container, 'delivery-city')).toBe(false);
    expect(bound).toEqual([
      ['amazon-changeAddress', { amazonCheckoutSessionId: 'S1', changeAction: 'changeAddress' }],
      ['amazon-changePayment', { amazonCheckoutSessionId: 'S1', changeAction: 'changePayment' }],
    ]);
    expect(container.querySelectorAll('#amazon-changeAddress:not(:disabled)')).toHaveLength(1);
  });

  it('[4.21] has no address to change where nothing is shipped', async () => {
    const known = cart({ requiresShipping: false, groups: [] });
    const { container } = await show({ known, choice: { address: [] } });
    expect(facts(container)).toEqual(LINES.slice(0, 2));
    expect(bound.map(([id]) => id)).toEqual(['amazon-changePayment']);
  });

  it('[4.21] enters what Amazon lacks', async () => {
    const { fields } = amazonChoice() as { fields: Record<string, string> };
    const isLacking = (name: string): boolean => name === 'phone' || name === 'delivery.firstName';
    const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !isLacking(name)));
    const { container } = await show({
      choice: { fields: others, contact: ['jana@example.cz'] },
      values: { phone: '', delivery: { ...form().delivery, firstName: '' } },
    });
    expect(facts(container)[0]).toBe('jana@example.cz');
    expect(has(container, 'email')).toBe(false);
    expect(has(container, 'delivery-city')).toBe(false);
    const name = input(container, 'delivery-firstName');
    await settle(() => {
      type(name, 'Jana');
      type(input(container, 'phone'), '777 123 456');
    });
    // The fields stay, with the focus that the buyer has in them.
    expect(input(container, 'delivery-firstName')).toBe(name);
    expect(flow?.state()).toMatchObject({ form: { phone: '777 123 456', delivery: { firstName: 'Jana' } } });
  });

  it('[4.21] corrects a value of Amazon’s that the shop does not take', async () => {
    const { fields } = amazonChoice() as { fields: Record<string, string> };
    const { container } = await show({
      choice: { fields: { ...fields, 'delivery.zip': '1' } },
      values: { delivery: { ...form().delivery, zip: '1' } },
    });
    const zip = input(container, 'delivery-zip');
    expect(has(container, 'delivery-city')).toBe(false);
    await settle(() => {
      type(zip, '602 00');
    });
    expect(input(container, 'delivery-zip')).toBe(zip);
    expect(facts(container)).toContain('Kounicova 12');
  });

  it('[4.21] is told that the shop does not deliver there, and enters another address', async () => {
    const { fields } = amazonChoice() as { fields: Record<string, string> };
    const { container } = await show({
      choice: {
        fields: { email: fields['email'], phone: fields['phone'] },
        address: [],
        isAddressUnusable: true,
      },
    });
    expect(container.textContent).toContain('Adresu, kterou jste vybrali na Amazonu, tu použít nejde.');
    expect(facts(container)).toEqual(LINES.slice(0, 2));
    expect(has(container, 'delivery-city')).toBe(true);
  });

  it('[4.21] corrects a value that the server refuses, with the focus in its field', async () => {
    const refused = {
      code: 'INVALID',
      field: ['addresses', '0', 'address', 'deliveryAddress', 'zip'],
      message: '',
    };
    const { container } = await show({
      handlers: { cartDeliveryAddressesReplace: () => answer({ errors: [refused] }) },
    });
    await settle(() => void flow?.submit());
    await settle(() => undefined);
    expect(document.activeElement?.id).toBe('field-delivery-zip');
    expect(container.querySelector('#field-delivery-zip-error')?.textContent).not.toBe('');
  });
});

describe('another payment method', () => {
  it('[4.21] makes the fields editable with Amazon’s values, until Amazon pays again', async () => {
    const { container } = await show();
    await pay(container, 'bank_transfer');
    expect(facts(container)).toEqual([]);
    expect(input(container, 'email').value).toBe('jana@example.cz');
    expect(input(container, 'delivery-address1').value).toBe('Kounicova 12');
    await pay(container, 'account');
    expect(facts(container)).toEqual(LINES);
    // The elements are new ones.
    expect(bound).toHaveLength(4);
  });

  it('[4.21] leaves what the buyer changed editable when Amazon pays again', async () => {
    const { container } = await show();
    await pay(container, 'bank_transfer');
    await settle(() => {
      type(input(container, 'delivery-city'), 'Praha');
    });
    await pay(container, 'account');
    expect(facts(container)).toEqual(LINES.slice(0, 2));
    expect(input(container, 'delivery-city').value).toBe('Praha');
    expect(has(container, 'email')).toBe(false);
  });

  it('[4.21] is what remains when the account was declined: the fields are editable', async () => {
    const { container } = await show({
      handlers: {
        cartSubmitForCompletion: () => ({
          result: { kind: 'failed', errors: [{ code: 'PAYMENTS_CREDIT_CARD_GENERIC', message: '' }] },
          errors: [],
        }),
      },
    });
    await settle(() => void flow?.submit());
    await settle(() => undefined);
    expect(container.querySelector('#submission-message')?.textContent).toContain('Amazon Pay');
    expect(facts(container)).toEqual([]);
    expect(input(container, 'email').value).toBe('jana@example.cz');
  });
});

describe('Amazon’s script', () => {
  const scripts = (): HTMLScriptElement[] => [...document.head.querySelectorAll('script')];

  /** Every attempt to load it fails. */
  async function fail(container: HTMLElement): Promise<void> {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const attempt = async (): Promise<void> => {
      await settle(() => {
        for (const script of scripts()) script.dispatchEvent(new Event('error'));
      });
      expect(container.textContent).toContain('Amazon se nám teď nedaří otevřít');
    };
    await vi.waitFor(attempt, { timeout: 30_000 });
  }

  beforeEach(() => {
    vi.stubGlobal('amazon', undefined);
  });

  it('[4.21] that does not come: the reason, and another payment method with editable fields', async () => {
    const { container } = await show();
    await fail(container);
    expect(container.querySelector('.co-section [role="status"] .co-message')).not.toBeNull();
    expect(facts(container)).toEqual(LINES);
    await press(container, 'Zaplatit jinak');
    expect(document.activeElement?.id).toBe('field-payment');
    expect(input(container, 'email').value).toBe('jana@example.cz');
    expect(flow?.state()).toMatchObject({ form: { payment: 'bank_transfer' } });
  });

  it('[4.21] is loaded again when the buyer asks for it', async () => {
    const { container } = await show();
    await fail(container);
    await press(container, 'Zkusit znovu');
    defineAmazon();
    await settle(() => scripts().at(-1)?.dispatchEvent(new Event('load')));
    expect(bound.map(([id]) => id)).toEqual(['amazon-changeAddress', 'amazon-changePayment']);
  });

  it('[4.21] is not waited for longer than 8 seconds', async () => {
    vi.useFakeTimers();
    const loading = loadAmazon('/sandbox/amazon-pay/slow.js', new AbortController().signal);
    const ended = expect(loading).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(8_000);
    await ended;
    expect(scripts()).toEqual([]);
  });

  it('[4.21] of another kind than expected is none', async () => {
    const loading = loadAmazon('/sandbox/amazon-pay/other.js', new AbortController().signal);
    const ended = expect(loading).rejects.toThrow('bindChangeAction');
    scripts().at(-1)?.dispatchEvent(new Event('load'));
    await ended;
  });
});
