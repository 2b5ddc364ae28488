import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../test/api.ts';
import { openSheet, payload, refused, scriptedServer, snapshotFields, type Reply } from '../../test/sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';

const { google_pay: GOOGLE_PAY, paypal: PAYPAL } = INSTRUMENTS;
const LINE = openSheet().request.source;
const CART = { kind: 'cart', cartId: 'gid://shopify/Cart/ZTOKEN?key=abc' } as const;

const WALLET = { title: 'Peněženka Google Pay není k dispozici' };
const WINDOW = { title: 'Peněženka PayPal není k dispozici' };
const CHECKOUT = { title: 'Transakce se nezdařila' };

const GONE = () => Promise.resolve(answer({ data: { cart: null, cartCreate: payload({ cart: null }) } }));
const DOWN = () => Promise.resolve(new Response('', { status: 500 }));
/** What the server says of a country or a language that is none of those that there are. */
const NO_SUCH: Reply = () => {
  const message = 'could not coerce variable country: "XX" to type CountryCode';
  return Promise.resolve(answer({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }));
};

/** Opens the sheet or window of a wallet, sees it fail, and closes it. */
async function failing(instrument: typeof GOOGLE_PAY | typeof PAYPAL, source: typeof LINE, reply: Reply) {
  scriptedServer({ cart: reply, cartCreate: reply });
  const sheet = openSheet({ instrument, source });
  const { handlers } = sheet;
  const ended =
    instrument === PAYPAL
      ? await handlers.orderWanted({ fundingSource: 'PAYPAL', billingAgreement: false })
      : await handlers.opened();
  handlers.closed({ kind: 'failed', code: 'X' });
  return { ended, error: sheet.last('error'), dialog: sheet.last('dialog') };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a failure', () => {
  it.each([
    ['no cart was made', GOOGLE_PAY, LINE, GONE, 'MISSING_CART', 'checkout_unavailable', CHECKOUT],
    ['the page’s cart is gone', GOOGLE_PAY, CART, GONE, 'MISSING_CART', 'wallet_unavailable', WALLET],
    ['no such country', GOOGLE_PAY, LINE, NO_SUCH, 'INVALID_CONTEXT', 'checkout_unavailable', CHECKOUT],
    ['no cart as the server is down', GOOGLE_PAY, LINE, DOWN, 'UNEXPECTED', 'checkout_unavailable', CHECKOUT],
    ['the server is down', GOOGLE_PAY, CART, DOWN, 'UNEXPECTED', 'wallet_unavailable', WALLET],
    ['a cart with a fault', GOOGLE_PAY, LINE, refused('STRANGE'), 'STRANGE', 'wallet_unavailable', WALLET],
    // A fault of the page is said to nobody who pays in a window; only a cart that was ordered elsewhere may be the cause.
    ['no cart was made', PAYPAL, LINE, GONE, 'MISSING_CART', 'checkout_unavailable', undefined],
    ['the page’s cart is gone', PAYPAL, CART, GONE, 'MISSING_CART', 'wallet_unavailable', WINDOW],
    ['no such country', PAYPAL, LINE, NO_SUCH, 'INVALID_CONTEXT', 'checkout_unavailable', undefined],
    ['no such country', PAYPAL, CART, NO_SUCH, 'INVALID_CONTEXT', 'wallet_unavailable', undefined],
    ['no cart as the server is down', PAYPAL, LINE, DOWN, 'UNEXPECTED', 'checkout_unavailable', CHECKOUT],
    ['a cart with a fault', PAYPAL, LINE, refused('STRANGE'), 'STRANGE', 'wallet_unavailable', WINDOW],
  ])('[8.06] [8.11] %s (%o)', async (_, instrument, source, reply, code, reason, title) => {
    const { ended, error, dialog } = await failing(instrument, source, reply);
    expect(ended).toMatchObject({ kind: 'end', error: { code, messageKey: 'error_dialogs.wallet.text' } });
    expect(error).toMatchObject({ reason });
    if (title) expect(dialog).toMatchObject(title);
    else expect(dialog).toBeUndefined();
  });

  it('[8.10] the shop’s own rule: its words, in the sheet and after it', async () => {
    const { ended, error, dialog } = await failing(
      GOOGLE_PAY,
      LINE,
      refused('VALIDATION_CUSTOM', [], 'Nejvýše dva kusy.'),
    );
    expect(ended).toMatchObject({
      kind: 'end',
      error: { code: 'VALIDATION_CUSTOM', subject: 'other', message: 'Nejvýše dva kusy.' },
    });
    expect(error).toMatchObject({ reason: 'custom_validation', message: 'Nejvýše dva kusy.' });
    expect(dialog).toEqual({ ...WALLET, text: 'Nejvýše dva kusy.' });
  });

  it('[8.11] sold out: said in the sheet and after it', async () => {
    const soldOut = payload({
      cart: { ...snapshotFields(), lines: { nodes: [] } },
      warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
    });
    const { ended, error, dialog } = await failing(GOOGLE_PAY, LINE, soldOut);
    expect(ended).toMatchObject({
      kind: 'end',
      error: {
        code: 'MERCHANDISE_OUT_OF_STOCK',
        subject: 'other',
        messageKey: 'error_dialogs.product.out_of_stock',
      },
    });
    expect(error).toMatchObject({ reason: 'out_of_stock', message: 'Tato položka již není k dispozici.' });
    expect(dialog).toEqual({ ...CHECKOUT, text: 'Tato položka již není k dispozici.' });
  });
});
