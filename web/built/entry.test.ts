import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECKOUT_URL } from '../embed/test/api.ts';
import { applePayParams, fakeApple, JANA, payment } from '../embed/test/apple-pay.ts';
import { ORDER_URL } from '../embed/test/cart-data.ts';
import { one } from '../embed/test/form.ts';
import { fakeGoogle, googlePayParams } from '../embed/test/google-pay.ts';
import { ATTRIBUTES, button, host, showProduct, tag } from '../embed/test/product.ts';
import { eventually } from '../testing/eventually.ts';
import { loadChunk } from './test/chunks.ts';
import { FAULTS } from './test/faults.ts';
import { shownDialog, watch, type PageEvent } from './test/page.ts';
import { fakePaypal } from './test/paypal.ts';
import { ScriptedServer } from './test/server.ts';
import { pass, restartTime, settled, stopTime, until } from './test/time.ts';

const CHECKOUT = `${CHECKOUT_URL}&storefront_wallet=true`;
const SUBMIT = 'cartSubmitForCompletion';
const REMOVAL = 'cartRemovePersonalData';

let server: ScriptedServer;
let left: string[];

/** Renders a product with the entry alone, which loads all other chunks, and waits for the selector. */
async function showElement(attributes: string, pressable: string): Promise<readonly PageEvent[]> {
  await showProduct(tag(`${ATTRIBUTES} ${attributes}`, ''));
  await eventually(() => {
    one(pressable);
  });
  stopTime();
  return watch(host());
}

/** Presses a wallet's button. */
async function pressWallet(name: string, params: object): Promise<readonly PageEvent[]> {
  const config = JSON.stringify({ name, wallet_params: params });
  const told = await showElement(`recommended='${config}'`, 'pay-wallet-button:not([disabled])');
  one('pay-wallet-button').click();
  return told;
}

const names = (told: readonly PageEvent[]): readonly string[] => told.map(({ name }) => name);

beforeEach(async () => {
  await loadChunk('entry');
  const press = await loadChunk('press');
  press.forgetRedirect();
  left = [];
  // jsdom cannot leave a page.
  press.leave.to = (url) => left.push(url);
  server = new ScriptedServer();
  // A vendor's script loads at once.
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) node.onload?.(new Event('load'));
    else append(node);
  });
});
afterEach(async () => {
  // A purchase holds the page's lock until the page is gone.
  window.dispatchEvent(new Event('pagehide'));
  await pass(0);
  restartTime();
});

describe('Apple Pay, with its own adapter', () => {
  /** Opens the sheet, which requests merchant validation. */
  async function open() {
    const apple = fakeApple();
    const told = await pressWallet('apple_pay', applePayParams());
    apple.fire('validatemerchant', { validationURL: 'https://apple-pay-gateway.apple.com/start' });
    return { apple, told };
  }

  /** The buyer chooses an address and agrees. */
  async function agree({ apple }: Awaited<ReturnType<typeof open>>): Promise<void> {
    await until(() => apple.names().includes('completeMerchantValidation'));
    apple.fire('shippingcontactselected', { shippingContact: JANA });
    await until(() => apple.names().includes('completeShippingContactSelection'));
    apple.fire('paymentauthorized', { payment: payment() });
  }

  it('[4.10] [4.13] [4.14] sells if nothing fails', async () => {
    const opened = await open();
    await agree(opened);
    await until(() => opened.apple.names().includes('completePayment'));
    expect(opened.apple.last('completePayment')).toEqual({ status: 0 });
    await pass(0);
    expect(left).toEqual([ORDER_URL]);
    expect(server.of(REMOVAL)).toHaveLength(1);
  });

  it('[4.11] a throttled validation leads to the checkout', async () => {
    server.fails('applePaySessionCreate', FAULTS['429']);
    const { apple, told } = await open();
    await until(() => left.length > 0);
    expect(left).toEqual([CHECKOUT]);
    expect(told.at(-1)).toMatchObject({
      name: 'complete',
      detail: { instrument: 'ApplePay', decelerationReason: 'cart_throttled' },
    });
    expect(server.of('applePaySessionCreate')).toHaveLength(4);
    expect(apple.names()).toEqual(['begin', 'abort']);
    expect(shownDialog()).toBeNull();
  });

  it('[4.14] [4.23] a refused submission is sent once, reported, and its personal data removed', async () => {
    server.fails(SUBMIT, FAULTS['401']);
    const opened = await open();
    await agree(opened);
    await until(() => shownDialog() !== null);
    expect(shownDialog()?.title).toBe('Peněženka Apple Pay není k dispozici');
    await pass(120_000);
    expect(server.of(SUBMIT)).toHaveLength(1);
    expect(server.of(REMOVAL)).toHaveLength(1);
    expect(names(opened.told)).toEqual(['start', 'error']);
    expect(opened.apple.names().at(-1)).toBe('abort');
  });
});

describe('Google Pay, with its own adapter', () => {
  const PLACE: google.payments.api.Address = {
    countryCode: 'CZ',
    administrativeArea: '',
    postalCode: '110 00',
    locality: 'Praha',
    address1: 'Dlouhá 1',
    name: 'Jana Nováková',
  };
  const token = JSON.stringify({ signature: 's', signedMessage: 'm', protocolVersion: 'ECv1' });
  const paid: google.payments.api.PaymentData = {
    apiVersion: 2,
    apiVersionMinor: 0,
    email: 'jana@example.cz',
    shippingAddress: PLACE,
    shippingOptionData: { id: 'ppl' },
    paymentMethodData: {
      type: 'CARD',
      info: { cardNetwork: 'VISA', cardDetails: '1111', billingAddress: PLACE },
      tokenizationData: { type: 'DIRECT', token },
    },
  };
  const FAR_FUTURE_S = 4_102_444_800;

  /** Opens the sheet. Tests act as the buyer by calling its callbacks. */
  async function open() {
    const vendor = fakeGoogle();
    const params = googlePayParams({ auth: [{ jwt: 'a.b.c', expiresAt: FAR_FUTURE_S }] });
    const told = await pressWallet('google_pay', params);
    const callbacks = vendor.options.at(-1)?.paymentDataCallbacks;
    const initialize = async () => {
      const data = { callbackTrigger: 'INITIALIZE', shippingAddress: PLACE };
      return callbacks?.onPaymentDataChanged?.(data as google.payments.api.IntermediatePaymentData);
    };
    const authorise = async () => callbacks?.onPaymentAuthorized?.(paid);
    return { told, initialize, authorise, sheet: vendor.sheet };
  }

  it('[4.22] [4.23] sells if nothing fails', async () => {
    const { initialize, authorise, sheet } = await open();
    expect((await settled(initialize())).value).toMatchObject({
      newTransactionInfo: { totalPrice: '1389.00' },
    });
    expect((await settled(authorise())).value).toEqual({ transactionState: 'SUCCESS' });
    sheet.resolve(paid);
    await pass(0);
    expect(left).toEqual([ORDER_URL]);
  });

  it('[4.14] [4.23] a refused submission is sent once, reported in the sheet, and its personal data removed', async () => {
    server.fails(SUBMIT, FAULTS['401']);
    const { told, initialize, authorise } = await open();
    await settled(initialize());
    const { value, after } = await settled(authorise());
    expect(value).toMatchObject({ transactionState: 'ERROR', error: { reason: 'OTHER_ERROR' } });
    expect(after).toBe(0);
    // The buyer never closes the sheet. The page allows the next purchase after a minute.
    await pass(120_000);
    expect(server.of(SUBMIT)).toHaveLength(1);
    expect(server.of(REMOVAL)).toHaveLength(1);
    expect(shownDialog()?.title).toBe('Peněženka Google Pay není k dispozici');
    expect(names(told)).toEqual(['start', 'error']);
  });

  it('[4.23] [4.24] a submission without an answer leads to the checkout', async () => {
    server.fails(SUBMIT, FAULTS['a lost network']);
    const { told, initialize, authorise } = await open();
    await settled(initialize());
    const { value, after } = await settled(authorise());
    expect(value).toMatchObject({ transactionState: 'ERROR', error: { reason: 'OTHER_ERROR' } });
    expect(after).toBe(27_000);
    expect(left).toEqual([CHECKOUT]);
    expect(names(told)).toEqual(['start', 'complete']);
    expect(shownDialog()).toBeNull();
  });
});

describe.each([
  ['PayPal', 'paypal'],
  ['Venmo', 'venmo'],
])('%s, with its own adapter', (_, name) => {
  const PARAMS = {
    sdkUrl: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
    clientId: 'client',
    currencyCode: 'CZK',
  };

  async function open() {
    const windows = fakePaypal();
    const told = await pressWallet(name, PARAMS);
    const [opened] = windows;
    if (!opened) throw new Error('No window was opened');
    return { opened, told };
  }

  it('[4.19] goes to the checkout if nothing fails', async () => {
    const { opened } = await open();
    expect((await settled(opened.order)).value).toEqual({ orderId: 'ORDER-1' });
    await settled(opened.options.onApprove({ orderId: 'ORDER-1' }));
    expect(left).toEqual([CHECKOUT]);
    expect(server.of(REMOVAL)).toHaveLength(0);
  });

  it('[8.06] an unknown country is reported to the page but not shown to the buyer', async () => {
    server.fails('cartCreate', FAULTS['an unknown country']);
    const { opened, told } = await open();
    await expect(settled(opened.order)).rejects.toThrow('There is no order');
    await pass(120_000);
    expect(names(told)).toEqual(['start', 'error']);
    expect(shownDialog()).toBeNull();
    expect(server.names()).toEqual(['cartCreate']);
    expect(left).toEqual([]);
  });

  it('[4.19] an approval without an answer leads to the checkout', async () => {
    const { opened, told } = await open();
    await settled(opened.order);
    server.fails('paypalBuyerDetailsFetch', FAULTS['a GraphQL error']);
    expect((await settled(opened.options.onApprove({ orderId: 'ORDER-1' }))).after).toBe(27_000);
    expect(left).toEqual([`${CHECKOUT}&wallet_cart_not_ready=true`]);
    expect(names(told)).toEqual(['start', 'complete']);
  });
});

describe('buy-it-now', () => {
  const BUTTON = '.shopify-payment-button__button--unbranded:not([disabled])';

  it('[4.04] goes to the checkout if nothing fails', async () => {
    await showElement('', BUTTON);
    button().click();
    await until(() => left.length > 0);
    expect(left).toEqual([CHECKOUT]);
  });

  it('[4.01] [4.05] a throttled cart is requested as often as the client may, then reported', async () => {
    server.fails('cartCreate', FAULTS['429']);
    const told = await showElement('', BUTTON);
    button().click();
    await until(() => shownDialog() !== null);
    expect(server.of('cartCreate')).toHaveLength(4);
    expect(shownDialog()?.title).toBe('Transakce se nezdařila');
    expect(names(told)).toEqual(['start', 'error']);
    expect(button().disabled).toBe(false);
  });
});
