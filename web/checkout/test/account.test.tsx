import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovedAccount } from '../src/bootstrap/data.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import { BuyerSections } from '../src/views/BuyerSections.tsx';
import { Checkout } from '../src/views/Checkout.tsx';
import { type RenderedView, draw, settle } from './render.tsx';
import {
  account,
  answer,
  cart,
  checkoutData,
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

type Handlers = Parameters<typeof fakeApi>[0];

/** The checkout that this account has come to, with everything filled in. */
async function show(
  approved: ApprovedAccount,
  handlers: Handlers = {},
): Promise<{ container: HTMLElement; api: ReturnType<typeof fakeApi> }> {
  const data = checkoutData({
    payments: [approved, { kind: 'bank_transfer', due: 'Zaplatit stačí do 4. prosince 2026.' }],
  });
  const storage = memory();
  const draft = { ...form({ payment: 'account' }), approval: approved.token };
  storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(draft));
  const api = fakeApi({ ...WELL, ...handlers });
  const made = new CheckoutFlow(page(api, data, storage).environment);
  flow = made;
  drawn = await draw(<Checkout checkout={{ data, flow: made, Buyer: BuyerSections }} />);
  await settle(() => undefined);
  return { container: drawn.container, api };
}

async function order(): Promise<void> {
  await settle(() => void flow?.submit());
  await settle(() => undefined);
}

const radio = (container: HTMLElement): HTMLInputElement | null =>
  container.querySelector('input[name="payment-method"][value="account"]');

const payment = (container: HTMLElement): string =>
  container.querySelector('#field-payment')?.textContent ?? '';

const message = (container: HTMLElement): string =>
  container.querySelector('#submission-message')?.textContent ?? '';

const failed = (code: string, message = 'Platba se nezdařila.'): Handlers => ({
  cartSubmitForCompletion: () => ({
    result: { kind: 'failed', errors: [{ code, message }] },
    errors: [],
  }),
});

const planned = line('1', { planned: { quantity: 1, interval: 'WEEK', intervalCount: 1, prices: [] } });

describe('an account that has approved', () => {
  it('[4.19] pays, and is told apart from one that is kept', async () => {
    const { container, api } = await show(account());
    expect(radio(container)?.checked).toBe(true);
    expect(payment(container)).toContain('Platbu jste už schválili. eva@example.cz');
    await order();
    const paid = api.calls.find((call) => call.name === 'cartPaymentUpdate');
    expect(paid?.variables['payment']).toMatchObject({
      walletPaymentMethod: { paypalWalletContent: { token: 'ORDER-1', payerId: 'PAYER' } },
    });
  });

  it('[5.15] has not approved a payment where it was agreed that it is kept', async () => {
    const { container } = await show(account({ agreement: true }));
    expect(payment(container)).toContain('S uložením účtu jste už souhlasili.');
    expect(payment(container)).toContain(
      'Odesláním objednávky zaplatíte celkovou částku. Váš účet si uložíme.',
    );
    expect(payment(container)).not.toContain('schválili');
    expect(payment(container)).not.toContain('další platby');
  });

  it('[4.21] at Amazon pays by its own argument, and is not said to have approved', async () => {
    const chosen = account({ account: 'amazon_pay', token: 'SESSION-1' });
    const { container, api } = await show(chosen);
    expect(payment(container)).toContain('Amazon PayAdresu a kartu jste už vybrali. eva@example.cz');
    expect(payment(container)).toContain('Po odeslání objednávky platbu potvrdíte na Amazonu.');
    expect(payment(container)).not.toContain('schválili');
    await order();
    const paid = api.calls.find((call) => call.name === 'cartPaymentUpdate');
    expect(paid?.variables['payment']).toMatchObject({
      walletPaymentMethod: {
        amazonPayWalletContent: {
          checkoutSessionId: 'SESSION-1',
          billingAddress: expect.objectContaining({ lastName: form().delivery.lastName }) as object,
        },
      },
    });
    const { walletPaymentMethod } = paid?.variables['payment'] as { walletPaymentMethod: object };
    expect(Object.keys(walletPaymentMethod)).toEqual(['amazonPayWalletContent']);
  });

  it.each([
    ['PAYMENTS_CREDIT_CARD_GENERIC', /^Platba neproběhlaPlatba z účtu Venmo byla zamítnuta\./u],
    ['ERROR', /^Platba neproběhlaPlatbu z účtu Venmo se nepodařilo provést\./u],
  ])('[4.19] [8.03] is not offered again after %s, and the way on is named', async (code, said) => {
    const { container, api } = await show(account({ account: 'venmo' }), failed(code));
    await order();
    expect(message(container)).toMatch(said);
    expect(message(container)).toContain('Schvalte prosím novou platbu tlačítkem Venmo');
    expect(message(container)).not.toMatch(/kart/u);
    expect(radio(container)).toBeNull();
    await order();
    expect(api.calls.filter((call) => call.name === 'cartPaymentUpdate')).toHaveLength(1);
  });

  it.each([
    ['PAYMENTS_CREDIT_CARD_GENERIC', 'Účet PayPal byl zamítnut, a tak jsme ho neuložili.'],
    ['ERROR', 'Účet PayPal se nepodařilo uložit.'],
  ])('[5.15] [8.03] is not said to have paid where it was to be kept: %s', async (code, said) => {
    const { container } = await show(account({ agreement: true }), failed(code));
    await order();
    expect(message(container)).toContain(said);
    expect(message(container)).toContain('Schvalte prosím jeho uložení znovu tlačítkem PayPal, nebo');
    expect(message(container)).not.toMatch(/[Pp]latb[au] z účtu|novou platbu/u);
    expect(radio(container)).toBeNull();
  });

  it('[4.19] is not offered again when its attempt is declined later', async () => {
    const { container } = await show(account(), {
      cartSubmitForCompletion: () => ({
        result: { kind: 'success', attemptId: 'attempt-1', redirectUrl: checkoutData().checkoutUrl },
        errors: [],
      }),
      cartCompletionAttempt: () => ({
        kind: 'failed',
        errors: [{ code: 'PAYMENT_CARD_DECLINED', message: null }],
      }),
    });
    await order();
    expect(message(container)).toContain('Platba z účtu PayPal byla zamítnuta.');
    expect(radio(container)).toBeNull();
  });

  it.each([
    ['paypal', 'paypalWalletContent', 'PayPal'],
    ['amazon_pay', 'amazonPayWalletContent', 'Amazon Pay'],
  ] as const)(
    '[8.03] [7.09] at %s is not offered again when the shop refuses it',
    async (kind, member, name) => {
      const { container, api } = await show(account({ account: kind }), {
        cartPaymentUpdate: () =>
          answer({
            errors: [
              {
                code: 'INVALID_PAYMENT',
                field: ['payment', 'walletPaymentMethod', member],
                message: 'Platbu z peněženky se nepodařilo ověřit.',
              },
            ],
          }),
      });
      await order();
      expect(message(container)).toContain(`Schválenou platbu z účtu ${name} se nepodařilo použít.`);
      expect(radio(container)).toBeNull();
      expect(api.calls.map((call) => call.name)).not.toContain('cartSubmitForCompletion');
    },
  );

  it('[8.03] [7.09] stays where the shop could not ask whether it is good, and pays when pressed again', async () => {
    const unverified = {
      code: 'INVALID_PAYMENT',
      field: ['payment'],
      message: 'Platbu se teď nepodařilo ověřit. Zkuste to prosím znovu.',
    };
    let asked = 0;
    const { container, api } = await show(account(), {
      cartPaymentUpdate: () => answer({ errors: asked++ === 0 ? [unverified] : [] }),
    });
    await order();
    expect(message(container)).toContain(unverified.message);
    expect(radio(container)?.checked).toBe(true);
    await order();
    expect(api.calls.map((call) => call.name)).toContain('cartSubmitForCompletion');
  });

  it('[8.03] stays where the shop refuses the order, and the reason is told', async () => {
    const { container } = await show(account(), failed('VALIDATION_CUSTOM', 'Nejvýše tři kusy.'));
    await order();
    expect(message(container)).toContain('Nejvýše tři kusy.');
    expect(message(container)).not.toContain('PayPal');
    expect(radio(container)?.checked).toBe(true);
  });

  it('[4.19] stays where something else was wrong', async () => {
    const { container } = await show(account(), failed('DELIVERY_POSTAL_CODE_INVALID'));
    await order();
    expect(radio(container)?.checked).toBe(true);
  });
});

describe('what an account has approved', () => {
  const renewing = cart({
    lines: [planned],
    groups: [group([option('ppl')], { purchase: 'SUBSCRIPTION', selectedHandle: 'ppl' })],
  });

  it('[5.15] is one kind of purchase: what renews no more is not paid by an agreement for it', async () => {
    const { container } = await show(account({ agreement: true, renews: true }));
    expect(radio(container)).toBeNull();
    expect(payment(container)).toContain('Bankovní převod');
  });

  it('[5.15] is one kind of purchase: what begins to renew is not paid by an order', async () => {
    const { container } = await show(account(), { cart: () => renewing });
    expect(radio(container)).toBeNull();
  });

  it('[5.15] is paid and kept where it renews', async () => {
    const agreed = account({ agreement: true, renews: true });
    const { container } = await show(agreed, { cart: () => renewing });
    expect(payment(container)).toContain('S uložením účtu jste už souhlasili.');
    expect(payment(container)).toContain(
      'zaplatíte celkovou částku. Váš účet si uložíme a další platby strhneme z něj.',
    );
  });
});
