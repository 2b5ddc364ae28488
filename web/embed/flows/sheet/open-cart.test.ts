import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECKOUT_URL } from '../../test/api.ts';
import {
  contact,
  costing,
  openSheet,
  payload,
  PLANNED,
  scriptedServer,
  snapshotFields,
} from '../../test/sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';

const { google_pay: GOOGLE_PAY, apple_pay: APPLE_PAY } = INSTRUMENTS;

/** The answer with a cart of such goods. */
function goods({ shipped, planned }: { readonly shipped: boolean; readonly planned: boolean }) {
  const line = {
    quantity: 1,
    discountAllocations: [],
    merchandise: { requiresShipping: shipped },
    sellingPlanAllocation: planned ? PLANNED : null,
  };
  const groups = shipped ? {} : { deliveryGroups: { nodes: [] } };
  return payload({ cart: snapshotFields({ lines: { nodes: [line] }, ...groups }) });
}

const PARCEL = goods({ shipped: true, planned: false });
const DOWNLOAD = goods({ shipped: false, planned: false });
const PARCELS = goods({ shipped: true, planned: true });
const DOWNLOADS = goods({ shipped: false, planned: true });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a cart that is not what the page said', () => {
  it.each([
    ['a parcel, as was said', PARCEL, true, false, 'update'],
    ['a download, as was said', DOWNLOAD, false, false, 'update'],
    ['parcels under a plan, as was said', PARCELS, true, true, 'update'],
    ['a download, though an address is asked for', DOWNLOAD, true, false, 'update'],
    ['no plan, though one was told of', PARCEL, true, true, 'update'],
    ['a parcel, and no address is asked for', PARCEL, false, false, 'end'],
    ['a plan that was not told of', DOWNLOADS, false, false, 'end'],
    ['a parcel under a plan, of which only the plan was told', PARCELS, false, true, 'end'],
    ['a parcel under a plan, of which only the parcel was told', PARCELS, true, false, 'end'],
  ])('[4.22] [5.12] %s', async (_, cartCreate, requiresShipping, hasSellingPlan, kind) => {
    scriptedServer({ cartCreate });
    const sheet = openSheet({ instrument: APPLE_PAY, requiresShipping, hasSellingPlan });
    expect(await sheet.handlers.opened()).toMatchObject({ kind });
    const url =
      kind === 'end' ? `${CHECKOUT_URL}&storefront_wallet=true&wallet_cart_not_ready=true` : undefined;
    expect(sheet.last('navigate')).toBe(url);
  });

  it('[5.10] [8.11] nothing to ship, in the sheet of a wallet that pays for parcels alone: its dialog', async () => {
    scriptedServer({ cartCreate: DOWNLOAD });
    const sheet = openSheet({ instrument: GOOGLE_PAY });
    expect(await sheet.handlers.opened()).toMatchObject({
      kind: 'end',
      error: { code: 'DIGITAL_CART', subject: 'other', messageKey: 'error_dialogs.wallet.text' },
    });
    expect(console.error).toHaveBeenCalledExactlyOnceWith('Google Pay checkout started for digital cart');
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('error')).toMatchObject({ instrument: 'GooglePay', reason: 'digital_cart' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka Google Pay není k dispozici' });
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[4.09] [8.11] what is wrong with the cart itself comes first', async () => {
    const cart = { ...(DOWNLOADS['cart'] as object), cost: costing('50.00', 'EUR') };
    scriptedServer({ cartCreate: { ...DOWNLOADS, cart } });
    for (const instrument of [GOOGLE_PAY, APPLE_PAY]) {
      const sheet = openSheet({ instrument });
      expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
      expect(sheet.last('navigate')).toBe(
        `${CHECKOUT_URL}&storefront_wallet=true&wallet_currency_change=true`,
      );
    }
  });

  it('[4.22] is made once, however often the sheet opens', async () => {
    const server = scriptedServer({ cartCreate: PARCEL });
    const sheet = openSheet();
    await sheet.handlers.opened();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'update' });
    expect(server.names()).toEqual(['cartCreate']);
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({ kind: 'update' });
  });
});
