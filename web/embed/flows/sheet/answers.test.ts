import { describe, expect, it, vi } from 'vitest';
import { CART_CREATION_DEADLINE_MS, DELIVERY_UPDATE_LOOP_TIMEOUT_MS } from '../../constants.ts';
import { answer } from '../../test/api.ts';
import {
  authorisation,
  contact,
  costing,
  openSheet,
  payload,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  submitted,
} from '../../test/sheet.ts';
import { shown, standStill, toCheckout } from '../../test/shown-sheet.ts';
import type { SheetHandlers, WalletAdapter } from '../../wallets/protocol.ts';
import { INSTRUMENTS } from '../instruments.ts';

standStill();

describe('an error that the sheet shows', () => {
  const cheaper = snapshotFields({ cost: costing('1289.00') });
  const userErrors = [{ code: 'MISSING_DISCOUNT_CODE', field: [], message: '' }];

  it('[5.08] [B.03] after a change comes with the new totals, which the buyer then pays', async () => {
    const { server, sheet } = await shown({
      cartDiscountCodesUpdate: payload({ cart: cheaper, userErrors }),
      cartBuyerIdentityUpdate: [payload(), payload({ cart: cheaper })],
      cartPaymentUpdate: payload({ cart: cheaper }),
    });
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({
      kind: 'show_error',
      view: { totals: { minor: 128_900 } },
    });
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    const { variables } = server.calls.find(({ name }) => name === 'cartPaymentUpdate') ?? {};
    expect(variables?.['payment']).toMatchObject({ amount: { amount: '1289.00' } });
  });

  it('[B.03] after an authorisation leaves the totals that the buyer agreed to', async () => {
    const { sheet } = await shown({
      cartBuyerIdentityUpdate: [payload(), payload({ cart: cheaper, userErrors })],
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'show_error',
      view: null,
    });
  });

  it('[B.03] [7.12] after too long leaves the totals that the sheet shows', async () => {
    const { sheet } = await shown({ cartSelectedDeliveryOptionsUpdate: silence });
    const late = sheet.handlers.optionSelected('posta');
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    expect(await late).toMatchObject({ kind: 'show_error', view: null, errors: [{ code: 'TIMEOUT' }] });
  });
});

describe('a step that cannot go on', () => {
  it('[8.10] a submission that failed for no reason: the checkout', async () => {
    const { sheet } = await shown({
      cartSubmitForCompletion: submitted('SubmitFailed', { checkoutUrl: null, errors: [] }),
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });

  it.each<[string, (handlers: SheetHandlers) => Promise<unknown>]>([
    ['a change', (handlers) => handlers.addressSelected(contact())],
    ['an authorisation', (handlers) => handlers.authorised(authorisation())],
  ])('[4.15] %s before there is a cart: the wallet’s dialog', async (_what, step) => {
    const server = scriptedServer();
    const sheet = openSheet();
    expect(await step(sheet.handlers)).toMatchObject({ kind: 'end', error: { code: 'MISSING_CART' } });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).toContain('dialog');
    expect(server.calls).toEqual([]);
  });

  it('[8.06] the server is down: the wallet’s error with a code of its own, and the cause for the developer', async () => {
    const error = new TypeError('Failed to fetch');
    scriptedServer({ cartCreate: error });
    expect(await openSheet().handlers.opened()).toMatchObject({
      kind: 'end',
      error: { code: 'UNEXPECTED', messageKey: 'error_dialogs.wallet.text' },
    });
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('accelerated-checkout:', error);
  });

  it('[4.05] [7.12] the cart takes too long: no sheet can show that, and the flow ends', async () => {
    scriptedServer({ cartCreate: silence });
    const opened = openSheet().handlers.opened();
    await vi.advanceTimersByTimeAsync(CART_CREATION_DEADLINE_MS);
    expect(await opened).toMatchObject({ kind: 'end', error: { code: 'UNEXPECTED' } });
  });

  it('[4.15] the buyer closes the sheet meanwhile: nothing for the developer to look into', async () => {
    const { sheet } = await shown({ cartSelectedDeliveryOptionsUpdate: silence });
    const pending = sheet.handlers.optionSelected('posta');
    await vi.advanceTimersByTimeAsync(0);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await pending).toMatchObject({ kind: 'end', error: { code: 'SESSION_ENDED' } });
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('[8.06] the page’s language is none that there is: a code of its own', async () => {
    const errors = [{ message: '"xx" to type LanguageCode' }];
    scriptedServer({ cartCreate: () => Promise.resolve(answer({ errors })) });
    expect(await openSheet().handlers.opened()).toMatchObject({
      kind: 'end',
      error: { code: 'INVALID_CONTEXT' },
    });
  });

  it('[8.06] a wallet without the operation: the developer is told which', async () => {
    scriptedServer();
    const open = vi.fn<WalletAdapter['open']>(() => ({ close: () => undefined }));
    openSheet({ adapter: { check: () => Promise.resolve({ eligible: true }), open } });
    const handlers = open.mock.calls[0]?.[1];
    expect(await handlers?.merchantValidation('https://example.com')).toMatchObject({
      kind: 'end',
      error: { code: 'UNEXPECTED' },
    });
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      'accelerated-checkout:',
      new Error('The wallet has no validateMerchant'),
    );
  });
});

describe('the buyer’s e-mail address', () => {
  it.each([
    [true, { kind: 'show_error', errors: [{ subject: 'contact', messageKey: 'errors.missing.email' }] }],
    [false, { kind: 'complete' }],
    [undefined, { kind: 'complete' }],
  ])('[5.06] where it is required (%s), and the wallet gives none', async (emailRequired, expected) => {
    const { sheet } = await shown({}, emailRequired === undefined ? {} : { emailRequired });
    expect(await sheet.handlers.authorised(authorisation({ email: null }))).toMatchObject(expected);
  });
});

describe('an error before the sheet is shown', () => {
  it('[4.11] ends the flow with that error, and the dialog is the wallet’s', async () => {
    scriptedServer({ cartCreate: refused('BUYER_IDENTITY_EMAIL_REQUIRED') });
    const sheet = openSheet({ instrument: INSTRUMENTS.apple_pay });
    expect(await sheet.handlers.merchantValidation('https://example.com')).toMatchObject({
      kind: 'end',
      error: { code: 'BUYER_IDENTITY_EMAIL_REQUIRED' },
    });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('error')).toMatchObject({ reason: 'wallet_unavailable' });
  });
});
