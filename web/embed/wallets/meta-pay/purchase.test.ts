import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sheetOpener } from '../../../sandbox/meta-pay/sheet/open.ts';
import type { Mint, MintRequest } from '../../../sandbox/meta-pay/mint.ts';
import { createPaymentRequest } from '../../../sandbox/meta-pay/payment-request.ts';
import { eventually } from '../../../testing/eventually.ts';
import { INSTRUMENTS } from '../../flows/instruments.ts';
import { metaPayParams } from '../../test/meta-pay.ts';
import {
  group,
  openSheet,
  option,
  ORDER_URL,
  payload,
  refused,
  scriptedServer,
  snapshotFields,
  submitted,
  SUCCESS,
  type Reply,
} from '../../test/sheet.ts';
import { createMetaPay } from './adapter.ts';

/** The adapter, the flow and the emulated script with its rendered sheet. Only the server is the test's. */

// jsdom lacks this. Browser tests check the behaviour of a modal dialog.
class Styles {
  replaceSync(): void {
    // jsdom has no layout.
  }
}

const sealed: MintRequest[] = [];
const mint: Mint = (request) => {
  sealed.push(request);
  const { mode } = request.configuration;
  const containerId = `container-${String(sealed.length)}`;
  return Promise.resolve({
    mode,
    containerId,
    containerType: request.containerType,
    containerData: 'eyJ4NWMi',
  });
};

const root = (): ShadowRoot => {
  const shadow = document.querySelector('meta-pay-sandbox-sheet')?.shadowRoot;
  if (!shadow) throw new Error('There is no sheet');
  return shadow;
};
const button = (text: string): HTMLButtonElement => {
  const found = [...root().querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!found) throw new Error(`There is no button ${text}`);
  return found;
};
/** The control of a label. */
function control<Kind extends HTMLElement>(label: string, kind: new () => Kind): Kind {
  const { htmlFor } = [...root().querySelectorAll('label')].find((one) => one.textContent === label) ?? {};
  const found = htmlFor === undefined ? null : root().getElementById(htmlFor);
  if (!(found instanceof kind)) throw new Error(`There is no ${label}`);
  return found;
}
/** The button that shows a choice, and opens the list to change it. */
function picker(label: string): HTMLButtonElement {
  const isOf = (one: HTMLElement): boolean => {
    const [first = ''] = one.getAttribute('aria-labelledby')?.split(' ') ?? [];
    return root().getElementById(first)?.textContent === label;
  };
  const found = [...root().querySelectorAll<HTMLButtonElement>('button[aria-expanded]')].find(isOf);
  if (!found) throw new Error(`There is no ${label}`);
  return found;
}
async function choose(label: string, value: string): Promise<void> {
  picker(label).click();
  const choice = (): HTMLInputElement | null => root().querySelector(`[role=radiogroup] [value="${value}"]`);
  await eventually(() => {
    expect(choice()).not.toBeNull();
  });
  choice()?.click();
  await eventually(() => {
    expect(picker(label).ariaExpanded).toBe('false');
  });
}
function enterCode(code: string): void {
  const field = control('Slevový kód', HTMLInputElement);
  // React sees a value only if the element's own setter sets it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}
/** What the sheet's live regions say. */
const faults = (): readonly string[] =>
  [...root().querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).filter(Boolean);
const total = (): string => root().querySelector('.total dd')?.textContent.replaceAll(/\s/gu, ' ') ?? '';

/** Until the merchant has answered everything. */
const quiet = (): Promise<void> =>
  eventually(() => {
    expect(root().querySelector('form')?.getAttribute('aria-busy')).toBe('false');
  });

/** Opens the sheet of a shop whose server answers by this script. */
async function opened(script: Readonly<Record<string, Reply | readonly Reply[]>> = {}) {
  let contexts = 0;
  // Its requests have no operation of the API's.
  const context: Reply = () => {
    contexts += 1;
    return Promise.resolve(Response.json({ containerContext: `context-${String(contexts)}` }));
  };
  const server = scriptedServer({ '': context, ...script });
  const sheet = openSheet({
    instrument: INSTRUMENTS.facebook_pay,
    adapter: createMetaPay(metaPayParams()),
  });
  await quiet();
  const calls = (name: string) => server.calls.filter((call) => call.name === name);
  const variables = (name: string) => calls(name).at(-1)?.variables;
  return { server, sheet, calls, variables };
}

const ended = (): Promise<void> =>
  eventually(() => {
    expect(document.querySelector('meta-pay-sandbox-sheet')).toBeNull();
  });

beforeEach(() => {
  sealed.length = 0;
  localStorage.clear();
  vi.stubGlobal('CSSStyleSheet', Styles);
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  const open = sheetOpener(() => import('../../../sandbox/sheets.tsx'));
  vi.stubGlobal('metaPay', { PaymentRequest: createPaymentRequest({ mint, open }) });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  document.body.replaceChildren();
});

describe('the sheet', () => {
  it('[1.02] [B.09] is a Czech dialog whose every control has a name', async () => {
    await opened();
    expect(root().querySelector('dialog')?.lang).toBe('cs');
    const named = [...root().querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input')];
    expect(named.map(({ labels }) => labels?.[0]?.textContent.replaceAll(/\s/gu, ' '))).toEqual([
      'Slevový kód',
      'PPL – 99 Kč',
      'POSTA – 99 Kč',
    ]);
    for (const label of ['Kupující', 'Karta', 'Zapečetí se', 'Průběh'])
      expect(picker(label).disabled).toBe(false);
    const others = [...root().querySelectorAll('button:not([aria-expanded])')];
    expect(others.map(({ textContent }) => textContent)).toEqual(['Zrušit', 'Použít', 'Zaplatit']);
    expect(root().querySelectorAll('[role=alert]')).toHaveLength(4);
    expect(root().querySelector('[role=status]')?.textContent).toBe('');
  });
});

describe('a purchase', () => {
  it('[1.03] [2.22] [B.03] is sealed, charged and ordered with the total that the sheet showed', async () => {
    const { sheet, server, variables } = await opened();
    expect(total()).toBe('1 389 Kč');
    button('Zaplatit').click();
    await ended();
    expect(sheet.last('navigate')).toBe(ORDER_URL);
    expect(sealed).toHaveLength(1);
    expect(sealed[0]).toMatchObject({
      amount: { currency: 'CZK', value: 138900 },
      containerType: 'basic-card-v1',
      containerContext: 'context-1',
      configuration: { mode: 'TEST', partnerMerchantId: 'M1' },
    });
    expect(variables('cartPaymentUpdate')).toMatchObject({
      payment: {
        amount: { amount: '1389.00', currencyCode: 'CZK' },
        walletPaymentMethod: {
          facebookPayWalletContent: {
            containerId: 'container-1',
            containerData: 'eyJ4NWMi',
            mode: 'TEST',
            billingAddress: { lastName: 'Nováková', city: 'Brno', country: 'CZ' },
          },
        },
      },
    });
    expect(server.names().filter((name) => name === 'cartSubmitForCompletion')).toHaveLength(1);
    expect(sheet.names()).not.toContain('dialog');
  });

  it('[2.22] follows another buyer and another option', async () => {
    const { calls, variables } = await opened();
    await choose('Kupující', 'us');
    await quiet();
    expect(JSON.stringify(variables('cartBuyerIdentityUpdate'))).toMatch(/"US".*Mountain View/);
    expect(JSON.stringify(variables('cartBuyerIdentityUpdate'))).not.toMatch(/Castro|Smith|253-0000/);
    const [, second] = root().querySelectorAll<HTMLInputElement>('input[type=radio]');
    expect(second?.value).toBe('posta');
    second?.click();
    await quiet();
    expect(calls('cartSelectedDeliveryOptionsUpdate')).toHaveLength(1);
    expect(JSON.stringify(variables('cartSelectedDeliveryOptionsUpdate'))).toContain('posta');
  });

  it('[2.22] takes the code of a discount, and says that another does not apply', async () => {
    const code = (name: string, applicable: boolean) =>
      payload({ cart: snapshotFields({ discountCodes: [{ code: name, applicable }] }) });
    const { calls } = await opened({ cartDiscountCodesUpdate: [code('LETO', true), code('ZIMA', false)] });
    enterCode('LETO');
    await quiet();
    expect(faults()).toEqual([]);
    enterCode('ZIMA');
    await eventually(() => {
      expect(faults()).toHaveLength(1);
    });
    const codes = calls('cartDiscountCodesUpdate').map((call) => call.variables['discountCodes']);
    expect(codes).toEqual([['LETO'], ['ZIMA']]);
    expect(button('Zaplatit').getAttribute('aria-disabled')).toBe('false');
  });

  it('[2.22] [B.03] shows the price of another address before the buyer pays it', async () => {
    const dearer = snapshotFields({
      cost: {
        totalAmount: { amount: '1489.00', currencyCode: 'CZK' },
        subtotalAmount: { amount: '1290.00', currencyCode: 'CZK' },
        totalTaxAmount: null,
        taxesIncluded: true,
        totalDutyAmount: null,
      },
      deliveryGroups: {
        nodes: [
          group({
            deliveryOptions: [
              option('ppl', { estimatedCost: { amount: '199.00', currencyCode: 'CZK' } }),
              option('posta'),
            ],
          }),
        ],
      },
    });
    const first = payload();
    const later = payload({ cart: dearer });
    const { sheet } = await opened({
      cartBuyerIdentityUpdate: [first, later],
      cartPaymentUpdate: later,
    });
    await choose('Kupující', 'sk');
    await eventually(() => {
      expect(total()).toBe('1 489 Kč');
    });
    await quiet();
    button('Zaplatit').click();
    await ended();
    expect(sealed).toMatchObject([{ amount: { value: 148900 }, containerContext: 'context-2' }]);
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it('[2.22] [B.03] cannot be approved while the server gives no context for the total', async () => {
    const failing: Reply = () => Promise.resolve(new Response('{}', { status: 503 }));
    await opened({ '': failing });
    expect(faults()).toHaveLength(1);
    expect(button('Zaplatit').getAttribute('aria-disabled')).toBe('true');
    button('Zaplatit').click();
    expect(sealed).toEqual([]);
  });

  it('[2.22] can be tried again with another card after a refusal, and takes a new container', async () => {
    const declined = submitted('SubmitFailed', {
      checkoutUrl: null,
      errors: [{ code: 'PAYMENTS_CREDIT_CARD_GENERIC', message: 'Zamítnuto' }],
    });
    const { sheet, variables } = await opened({ cartSubmitForCompletion: [declined, SUCCESS] });
    await choose('Karta', 'decline');
    button('Zaplatit').click();
    await eventually(() => {
      expect(faults()).toHaveLength(1);
    });
    expect(sheet.names()).not.toContain('navigate');
    await choose('Karta', 'approve');
    expect(faults()).toEqual([]);
    button('Zaplatit').click();
    await ended();
    expect(sealed.map(({ cardNumber }) => cardNumber)).toEqual(['4000000000000002', '4111111111111111']);
    expect(JSON.stringify(variables('cartPaymentUpdate'))).toContain('container-2');
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it('[2.22] says beside the address what a strict check of it finds', async () => {
    const missing = refused('ADDRESS_FIELD_IS_REQUIRED', [
      'buyerIdentity',
      'deliveryAddressPreferences',
      '0',
      'deliveryAddress',
      'phone',
    ]);
    const { sheet } = await opened({ cartBuyerIdentityUpdate: [payload(), missing] });
    button('Zaplatit').click();
    await eventually(() => {
      expect(faults()).toHaveLength(1);
    });
    expect(root().querySelector('[role=alert]')?.textContent).toBe(faults()[0]);
    expect(button('Zaplatit').getAttribute('aria-disabled')).toBe('true');
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[2.22] goes on without town and postal code where the wallet withholds them', async () => {
    localStorage.setItem('meta-pay-sandbox', JSON.stringify({ scenario: 'redact' }));
    const { sheet, calls } = await opened();
    expect(JSON.stringify(calls('cartBuyerIdentityUpdate')[0]?.variables)).not.toMatch(/Brno|616/);
    button('Zaplatit').click();
    await ended();
    expect(JSON.stringify(calls('cartBuyerIdentityUpdate').at(-1)?.variables)).toMatch(/Brno/);
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it('[2.22] [4.20] ends silently when the buyer closes the sheet', async () => {
    const { sheet, server } = await opened();
    button('Zrušit').click();
    await ended();
    await eventually(() => {
      expect(sheet.names()).toContain('free');
    });
    expect(sealed).toEqual([]);
    expect(sheet.names()).not.toContain('dialog');
    expect(sheet.names()).not.toContain('navigate');
    expect(server.names()).not.toContain('cartSubmitForCompletion');
  });

  it('[2.22] leads to the checkout where the bank wants to verify the buyer', async () => {
    const url = 'https://shop.example/checkout/ZTOKEN?key=abc';
    const challenged = submitted('SubmitAlreadyAccepted', { checkoutUrl: url });
    const { sheet } = await opened({ cartSubmitForCompletion: challenged });
    await choose('Karta', 'challenge');
    button('Zaplatit').click();
    await eventually(() => {
      expect(sheet.names()).toContain('navigate');
    });
    expect(String(sheet.last('navigate'))).toContain('https://shop.example/checkout/ZTOKEN');
  });
});
