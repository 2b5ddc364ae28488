// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { apiFailure } from '../src/api/failure.ts';
import type { SubmitResult } from '../src/api/model.ts';
import type { CardFrame, CardResult } from '../src/card/hosted-fields.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import type { CodesChange } from '../src/flow/codes.ts';
import type { CheckoutState, Submission } from '../src/flow/state.ts';
import type { Memory } from '../src/form/draft.ts';
import { CODE_NOT_APPLIED, CODE_NOT_REMOVED, CODE_NOT_SAVED } from '../src/texts/codes.ts';
import {
  answer,
  cart,
  CHECKOUT_URL,
  checkoutData,
  chosen,
  CONFIRMATION_URL,
  czk,
  fakeApi,
  form,
  line,
  memory,
  page,
  WELL,
} from './support.ts';

type Handlers = Parameters<typeof fakeApi>[0];

interface OpenCheckout {
  readonly flow: CheckoutFlow;
  readonly api: ReturnType<typeof fakeApi>;
  readonly visited: ReturnType<typeof page>['visited'];
  readonly waits: number[];
  readonly state: () => CheckoutState;
  readonly submission: () => Submission | null;
  readonly names: () => string[];
  readonly tokens: () => unknown[];
}

/** An open checkout with a form that is filled in. */
async function opened(
  handlers: Handlers = {},
  storage: Memory = memory(),
  values = form(),
): Promise<OpenCheckout> {
  storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(values));
  const api = fakeApi({ ...WELL, ...handlers });
  let made = 0;
  const around = page(api, checkoutData(), storage, () => {
    made += 1;
    return `token-${String(made)}`;
  });
  const flow = new CheckoutFlow(around.environment);
  await flow.open();
  return {
    flow,
    api,
    visited: around.visited,
    waits: around.waits,
    state: around.state,
    submission: () => {
      const state = around.state();
      return state.kind === 'editing' ? state.submission : null;
    },
    names: () => api.calls.map((call) => call.name),
    tokens: () =>
      api.calls
        .filter((call) => call.name === 'cartSubmitForCompletion')
        .map((call) => call.variables['attemptToken']),
  };
}

function submitted(result: SubmitResult): { result: SubmitResult; errors: [] } {
  return { result, errors: [] };
}

function cardFrame(result: CardResult): CardFrame & { asked: number } {
  const frame = {
    asked: 0,
    tokenise: () => {
      frame.asked += 1;
      return Promise.resolve(result);
    },
    focus: () => undefined,
  };
  return frame;
}

describe('an order that goes through', () => {
  it('[7.05] [7.06] saves everything, binds the shown total, prepares, submits, and leaves', async () => {
    const { flow, api, visited, names, state } = await opened();
    await flow.submit();
    expect(names().slice(-5)).toEqual([
      'cartBillingAddressUpdate',
      'cartDeliveryAddressesReplace',
      'cartPaymentUpdate',
      'cartPrepareForCompletion',
      'cartSubmitForCompletion',
    ]);
    const payment = api.calls.find((call) => call.name === 'cartPaymentUpdate')?.variables['payment'];
    expect(payment).toMatchObject({
      amount: czk('509.00'),
      manualPaymentMethod: {
        handle: 'bank_transfer',
        billingAddress: { lastName: 'Nováková', country: 'CZ', zip: '602 00' },
      },
    });
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
    expect(state().kind).toBe('leaving');
  });

  it('[8.03] binds whole crowns to dobírka', async () => {
    const rounded = cart({ total: czk('509.40'), cashTotal: czk('509.00') });
    const typed = form({ payment: 'cash_on_delivery' });
    const { flow, api } = await opened(
      {
        cart: () => rounded,
        cartBuyerIdentityUpdate: () => answer({ cart: rounded }),
        cartDeliveryAddressesReplace: () => answer({ cart: rounded }),
        cartBillingAddressUpdate: () => answer({ cart: rounded }),
      },
      memory(),
      typed,
    );
    await flow.submit();
    const payment = api.calls.find((call) => call.name === 'cartPaymentUpdate')?.variables['payment'];
    expect(payment).toMatchObject({ amount: czk('509.00') });
  });

  it('takes three requests, however much is still to be saved', async () => {
    const typed = form({ note: 'Zvoňte dvakrát', deliveries: chosen('posta'), payment: 'card' });
    const { flow, api, names } = await opened({}, memory(), typed);
    flow.attachCard(cardFrame({ kind: 'session', session: 'session-1' }));
    // Marked to be saved soon: the order saves it with everything else.
    flow.leave('email');
    flow.leave('note');
    const before = api.requests.length;
    const done = names().length;
    await flow.submit();
    expect(api.requests.slice(before)).toEqual(['checkoutSave', 'checkoutPay', 'cartSubmitForCompletion']);
    expect(names().slice(done)).toEqual([
      'cartBuyerIdentityUpdate',
      'cartBillingAddressUpdate',
      'cartNoteUpdate',
      'cartDeliveryAddressesReplace',
      'cartSelectedDeliveryOptionsUpdate',
      // The answers here are of a cart that goes by another way still.
      'cartSelectedDeliveryOptionsUpdate',
      'cartPaymentUpdate',
      'cartPrepareForCompletion',
      'cartSubmitForCompletion',
    ]);
  });

  it('[B.03] no payment is bound, and nothing ordered, by a card that has come while saving failed', async () => {
    const { flow, api, names, submission } = await opened(
      {
        cartBuyerIdentityUpdate: () => {
          throw apiFailure('server', 'no');
        },
      },
      memory(),
      form({ payment: 'card' }),
    );
    const frame = cardFrame({ kind: 'session', session: 'session-1' });
    flow.attachCard(frame);
    await flow.submit();
    expect(frame.asked).toBe(1);
    expect(submission()).toEqual({ kind: 'failed', reason: 'server' });
    expect(api.requests).not.toContain('checkoutPay');
    expect(names()).not.toContain('cartSubmitForCompletion');
  });

  it('checks the delivery address strictly before it orders', async () => {
    const { flow, api } = await opened();
    await flow.submit();
    const last = api.calls.findLast((call) => call.name === 'cartDeliveryAddressesReplace');
    expect(last?.variables['addresses']).toMatchObject([
      { selected: true, validationStrategy: 'STRICT', address: { deliveryAddress: { countryCode: 'CZ' } } },
    ]);
  });

  it('sends the session of the card, never anything else of it', async () => {
    const { flow, api } = await opened({}, memory(), form({ payment: 'card' }));
    flow.attachCard(cardFrame({ kind: 'session', session: 'session-1' }));
    await flow.submit();
    const call = api.calls.find((each) => each.name === 'cartPaymentUpdate');
    expect(call?.variables['payment']).toMatchObject({
      directPaymentMethod: { sessionId: 'session-1' },
    });
  });

  it('asks nothing for an order without a price', async () => {
    const free = cart({ total: czk('0.00'), subtotal: czk('0.00') });
    const { flow, api } = await opened({
      ...Object.fromEntries(
        Object.keys(WELL)
          .filter((name) => name.endsWith('Update') || name.endsWith('Replace'))
          .map((name) => [name, () => answer({ cart: free })]),
      ),
      cart: () => free,
    });
    await flow.submit();
    const call = api.calls.find((each) => each.name === 'cartPaymentUpdate');
    expect(call?.variables['payment']).toHaveProperty('freePaymentMethod');
  });
});

describe('what stops an order before it is sent', () => {
  it('fields that are missing, found without asking the server', async () => {
    const { flow, submission, state, names } = await opened({}, memory(), form({ email: '' }));
    const before = names().length;
    await flow.submit();
    expect(submission()).toEqual({ kind: 'invalid' });
    expect(state()).toMatchObject({ errors: { email: 'Vyplňte e-mail.' } });
    expect(names().slice(before)).toEqual([]);
  });

  it('a fault of the server, shown at its field', async () => {
    const { flow, submission, state, names } = await opened({
      cartDeliveryAddressesReplace: () =>
        answer({
          errors: [
            {
              code: 'INVALID_ZIP_CODE_FOR_COUNTRY',
              field: ['addresses', '0', 'address', 'deliveryAddress', 'zip'],
              message: 'x',
            },
          ],
        }),
    });
    await flow.submit();
    expect(submission()).toEqual({ kind: 'invalid' });
    expect(state()).toMatchObject({ errors: { 'delivery.zip': 'PSČ neodpovídá zvolené zemi.' } });
    expect(names()).not.toContain('cartSubmitForCompletion');
  });

  it('[B.03] a total that is not the one shown: the new one must be confirmed', async () => {
    const dearer = answer({ cart: cart({ total: czk('559.00') }) });
    const { flow, submission, names, visited } = await opened({
      cartBuyerIdentityUpdate: () => dearer,
      cartDeliveryAddressesReplace: () => dearer,
      cartBillingAddressUpdate: () => dearer,
      cartPaymentUpdate: () => dearer,
    });
    await flow.submit();
    expect(submission()).toEqual({
      kind: 'amount_changed',
      shown: czk('509.00'),
      due: czk('559.00'),
    });
    expect(names()).not.toContain('cartPaymentUpdate');
    await flow.submit();
    expect(visited).toHaveLength(1);
  });

  it('[B.03] an amount refused by the server shows the amount due', async () => {
    const { flow, submission } = await opened({
      cart: (_variables, times) => (times === 1 ? cart() : cart({ total: czk('559.00') })),
      cartPaymentUpdate: () =>
        answer({ errors: [{ code: 'INVALID_PAYMENT', field: ['payment', 'amount'], message: 'x' }] }),
    });
    await flow.submit();
    expect(submission()).toMatchObject({ kind: 'amount_changed', due: czk('559.00') });
  });

  it.each<[CardResult, string]>([
    [{ kind: 'invalid', fields: ['number'] }, 'Zkontrolujte prosím údaje o kartě.'],
    [{ kind: 'error', message: 'Brána neodpovídá.' }, 'Brána neodpovídá.'],
  ])('card fields that give no session: $kind', async (result, message) => {
    const { flow, submission, names } = await opened({}, memory(), form({ payment: 'card' }));
    flow.attachCard(cardFrame(result));
    await flow.submit();
    expect(submission()).toEqual({ kind: 'card_invalid', message });
    expect(names()).not.toContain('cartPaymentUpdate');
  });

  it('[7.05] a cart that is not ready says why', async () => {
    const { flow, submission, state } = await opened({
      cartPrepareForCompletion: () => ({
        result: {
          kind: 'not_ready',
          errors: [{ code: 'BUYER_IDENTITY_PHONE_IS_INVALID', message: null }],
        },
        errors: [],
      }),
    });
    await flow.submit();
    expect(submission()).toEqual({ kind: 'invalid' });
    expect(state()).toHaveProperty('errors.phone');
  });

  it('[7.05] a busy shop is waited for', async () => {
    const { flow, waits, visited } = await opened({
      cartPrepareForCompletion: (_variables, times) => ({
        result: times < 3 ? { kind: 'throttled', pollAfter: '2026-11-20T12:00:02Z' } : { kind: 'ready' },
        errors: [],
      }),
    });
    await flow.submit();
    expect(waits).toEqual([2_000, 2_000]);
    expect(visited).toHaveLength(1);
  });

  it('a server that cannot be reached is told, and nothing was ordered', async () => {
    const { flow, submission, names } = await opened({
      cartBillingAddressUpdate: () => {
        throw apiFailure('network', 'lost');
      },
    });
    await flow.submit();
    expect(submission()).toEqual({ kind: 'failed', reason: 'network' });
    expect(names()).not.toContain('cartSubmitForCompletion');
  });
});

describe('a change of codes, and at once the order', () => {
  const card = { id: 'card-1', lastCharacters: '2026', amount: czk('100.00') };
  const lost = (): never => {
    throw apiFailure('network', 'lost');
  };
  const refused = (message: string): ReturnType<typeof answer> =>
    answer({ errors: [{ code: 'INVALID', field: [], message }] });
  const notApplicable = (message: string): ReturnType<typeof answer> =>
    answer({
      cart: cart({ codes: [{ code: 'LETO10', applicable: false }] }),
      warnings: [{ code: 'DISCOUNT_PURCHASE_NOT_IN_RANGE', target: 'cart', message }],
    });
  const apply: CodesChange = { kind: 'apply', code: 'LETO10' };
  const removeCard: CodesChange = { kind: 'remove_gift_card', id: 'card-1' };
  const removeDiscount: CodesChange = { kind: 'remove_discount', code: 'LETO10' };

  it.each<[string, CodesChange, Handlers, string]>([
    ['a code that is lost', apply, { cartGiftCardCodesAdd: lost }, CODE_NOT_SAVED],
    ['a gift card whose removal is lost', removeCard, { cartGiftCardCodesRemove: lost }, CODE_NOT_REMOVED],
    ['a discount whose removal is lost', removeDiscount, { cartDiscountCodesUpdate: lost }, CODE_NOT_REMOVED],
    [
      'a gift card whose removal is refused',
      removeCard,
      { cartGiftCardCodesRemove: () => refused('Nejde to.') },
      'Nejde to.',
    ],
    [
      'a code that does not apply',
      apply,
      {
        cartGiftCardCodesAdd: () => refused('Neznáme.'),
        cartDiscountCodesUpdate: () => notApplicable('Kód LETO10 až od 1000 Kč.'),
      },
      'Kód LETO10 až od 1000 Kč.',
    ],
    [
      'a code that does not apply for no reason told',
      apply,
      {
        cartGiftCardCodesAdd: () => refused('Neznáme.'),
        cartDiscountCodesUpdate: () => notApplicable('Později.'),
      },
      CODE_NOT_APPLIED,
    ],
    [
      'a code that is refused',
      apply,
      {
        cartGiftCardCodesAdd: () => refused('Neznáme.'),
        cartDiscountCodesUpdate: () => refused('Příliš mnoho pokusů.'),
      },
      'Příliš mnoho pokusů.',
    ],
  ])('%s stops it, told at the field', async (_name, change, handlers, message) => {
    const withCard = cart({ giftCards: [card], codes: [{ code: 'LETO10', applicable: true }] });
    const { flow, api, state, submission, visited } = await opened({ cart: () => withCard, ...handlers });
    const told = flow.changeCodes(change);
    await flow.submit();
    expect(await told).toBe(message);
    expect(submission()).toEqual({ kind: 'invalid' });
    expect(state()).toMatchObject({ errors: { codes: message } });
    expect(api.requests).not.toContain('checkoutSave');
    expect(visited).toEqual([]);
    // Told: the next press orders what is on the screen.
    await flow.submit();
    expect(visited).toHaveLength(1);
  });

  it('stops it also where the change was under way already', async () => {
    let lose: ((reason: unknown) => void) | null = null;
    const { flow, api, submission, visited } = await opened({
      cartGiftCardCodesRemove: () =>
        new Promise((_resolve, reject) => {
          lose = reject;
        }),
    });
    void flow.changeCodes(removeCard);
    await eventually(() => {
      expect(api.requests).toContain('cartGiftCardCodesRemove');
    });
    const pressed = flow.submit();
    (lose as unknown as (reason: unknown) => void)(apiFailure('timeout', 'lost'));
    await pressed;
    expect(submission()).toEqual({ kind: 'invalid' });
    expect(visited).toEqual([]);
  });

  it('saves what was left to the order when that is stopped', async () => {
    const { flow, api, state } = await opened({ cartGiftCardCodesRemove: lost });
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
      expect(api.requests).toContain('cartDeliveryAddressesReplace');
    });
    const told = flow.changeCodes(removeCard);
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await flow.submit();
    await told;
    await eventually(() => {
      expect(api.requests.at(-1)).toBe('cartNoteUpdate');
      expect(state()).toMatchObject({ saving: 'saved', submission: { kind: 'invalid' } });
    });
  });

  it('orders where it did what was wanted and costs the same, in three more requests', async () => {
    const { flow, api, visited } = await opened({ cartGiftCardCodesRemove: () => answer() });
    await eventually(() => {
      expect(api.requests).toContain('cartDeliveryAddressesReplace');
    });
    api.requests.length = 0;
    const told = flow.changeCodes(removeCard);
    await flow.submit();
    expect(await told).toBeNull();
    expect(api.requests).toEqual([
      'cartGiftCardCodesRemove',
      'checkoutSave',
      'checkoutPay',
      'cartSubmitForCompletion',
    ]);
    expect(visited).toHaveLength(1);
  });

  it('[B.03] asks again where it did what was wanted and the price is another', async () => {
    const dearer = (): ReturnType<typeof answer> => answer({ cart: cart({ total: czk('609.00') }) });
    const { flow, submission, visited } = await opened({
      cartGiftCardCodesRemove: dearer,
      cartDeliveryAddressesReplace: dearer,
    });
    void flow.changeCodes(removeCard);
    await flow.submit();
    expect(submission()).toEqual({ kind: 'amount_changed', shown: czk('509.00'), due: czk('609.00') });
    expect(visited).toEqual([]);
  });
});

describe('what could not be saved', () => {
  /** Opens with what the cart does not know of the buyer, and waits until that is saved. */
  const settled = async (handlers: Handlers = {}): Promise<OpenCheckout> => {
    const page = await opened(handlers);
    await eventually(() => {
      expect(page.api.requests).toContain('cartDeliveryAddressesReplace');
    });
    page.api.requests.length = 0;
    return page;
  };

  it('by the order is saved with the next change', async () => {
    const lost = apiFailure('network', 'lost');
    let isReachable = true;
    const { flow, api, submission } = await settled({
      cartBillingAddressUpdate: () => {
        if (isReachable) return answer();
        throw lost;
      },
    });
    isReachable = false;
    flow.change('email', 'petr@example.cz');
    flow.leave('email');
    await flow.submit();
    expect(submission()).toEqual({ kind: 'failed', reason: 'network' });
    expect(api.requests).toEqual(['checkoutSave']);
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await eventually(() => {
      expect(api.requests).toEqual(['checkoutSave', 'cartBuyerIdentityUpdate', 'cartNoteUpdate']);
    });
    expect(api.calls.findLast(({ name }) => name === 'cartBuyerIdentityUpdate')?.variables).toMatchObject({
      buyerIdentity: { email: 'petr@example.cz' },
    });
  });

  it('is not saved again when the order has saved it', async () => {
    const { flow, api } = await settled({
      cartPaymentUpdate: () => {
        throw apiFailure('network', 'lost');
      },
    });
    flow.change('email', 'petr@example.cz');
    flow.leave('email');
    await flow.submit();
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await eventually(() => {
      expect(api.requests).toEqual(['checkoutSave', 'checkoutPay', 'cartNoteUpdate']);
    });
  });

  it.each(['network', 'timeout', 'busy'] as const)(
    'for a shop that is out of reach (%s) is kept without asking for the rest, but a code is tried',
    async (kind) => {
      let isReachable = false;
      const { flow, api, state } = await settled({
        cartNoteUpdate: () => {
          if (isReachable) return answer();
          throw apiFailure(kind, 'lost');
        },
        cartGiftCardCodesAdd: () => answer(),
      });
      await eventually(() => {
        expect(state()).toMatchObject({ saving: 'saved' });
      });
      flow.change('note', 'Zvoňte dvakrát');
      flow.leave('note');
      flow.retrySaving();
      expect(await flow.changeCodes({ kind: 'apply', code: 'DAREK' })).toBeNull();
      expect(api.requests).toEqual(['cartNoteUpdate', 'cartGiftCardCodesAdd']);
      expect(state()).toMatchObject({ saving: 'failed' });
      isReachable = true;
      flow.retrySaving();
      await eventually(() => {
        expect(state()).toMatchObject({ saving: 'saved' });
      });
      expect(api.requests.slice(2).toSorted()).toEqual([
        'cartBuyerIdentityUpdate',
        'cartDeliveryAddressesReplace',
        'cartNoteUpdate',
        'cartSelectedDeliveryOptionsUpdate',
      ]);
    },
  );

  it('of one thing that the server fails on does not keep the rest back', async () => {
    const { flow, api } = await settled({
      cartNoteUpdate: () => {
        throw apiFailure('server', 'no');
      },
    });
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    flow.retrySaving();
    await eventually(() => {
      expect(api.requests).toEqual([
        'cartNoteUpdate',
        'cartBuyerIdentityUpdate',
        'cartDeliveryAddressesReplace',
        'cartSelectedDeliveryOptionsUpdate',
      ]);
    });
  });

  it('of less stock is not agreed to again by another change: its notice stays', async () => {
    const short = cart({ lines: [line('1'), line('2', { quantity: 0 })] });
    let isReachable = false;
    const { flow, api, state } = await settled({
      ...Object.fromEntries(
        Object.keys(WELL)
          .filter((name) => name.endsWith('Update') || name.endsWith('Replace'))
          .map((name) => [name, () => answer({ cart: short })]),
      ),
      cart: () => short,
      cartLinesUpdate: () => {
        if (isReachable) return answer();
        throw apiFailure('network', 'lost');
      },
    });
    flow.acceptStock();
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'failed', stock: { soldOut: ['2'] } });
    });
    isReachable = true;
    flow.retrySaving();
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    expect(api.requests.filter((name) => name === 'cartLinesUpdate')).toHaveLength(1);
    expect(state()).toMatchObject({ stock: { soldOut: ['2'] } });
    flow.acceptStock();
    await eventually(() => {
      expect(state()).toMatchObject({ stock: null, saving: 'saved' });
    });
  });

  it('is not agreed to where less is left when its turn comes', async () => {
    const short = cart({ lines: [line('1'), line('2', { quantity: 0 }), line('3')] });
    const shorter = cart({ lines: [line('1'), line('2', { quantity: 0 }), line('3', { quantity: 0 })] });
    let now = short;
    const { flow, api, state } = await settled({
      cart: () => short,
      cartDeliveryAddressesReplace: () => answer({ cart: short }),
      cartBuyerIdentityUpdate: () => answer({ cart: now }),
    });
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    now = shorter;
    flow.change('email', 'petr@example.cz');
    flow.leave('email');
    flow.acceptStock();
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved', stock: { soldOut: ['2', '3'] } });
    });
    expect(api.requests).toEqual(['cartBuyerIdentityUpdate']);
  });

  it('of a note that was taken back is ordered as it is now', async () => {
    const { flow, api, state, visited } = await settled({
      cartNoteUpdate: (_variables, times) => {
        if (times === 1) throw apiFailure('timeout', 'taken, but the answer is lost');
        return answer();
      },
    });
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'failed' });
    });
    flow.change('note', '');
    flow.leave('note');
    await flow.submit();
    expect(visited).toHaveLength(1);
    expect(api.calls.findLast(({ name }) => name === 'cartNoteUpdate')?.variables).toMatchObject({
      note: '',
    });
    expect(api.calls.filter(({ name }) => name === 'cartNoteUpdate')).toHaveLength(2);
  });

  it('of a note by an order, and was taken back, is ordered as it is now', async () => {
    const { flow, api, submission, visited } = await opened(
      {
        cartBillingAddressUpdate: (_variables, times) => {
          if (times === 1) throw apiFailure('timeout', 'taken, but the answer is lost');
          return answer();
        },
      },
      memory(),
      form({ note: 'Z konceptu' }),
    );
    await flow.submit();
    expect(submission()).toEqual({ kind: 'failed', reason: 'network' });
    flow.change('note', '');
    flow.leave('note');
    await flow.submit();
    expect(visited).toHaveLength(1);
    expect(api.calls.findLast(({ name }) => name === 'cartNoteUpdate')?.variables).toMatchObject({
      note: '',
    });
  });

  it('is saved again without taking away what is just being typed anew', async () => {
    const known = (): ReturnType<typeof answer> =>
      answer({ cart: cart({ email: 'jana@example.cz', phone: '+420777123456' }) });
    let isReachable = true;
    const { flow, api, state } = await settled({
      cartDeliveryAddressesReplace: known,
      cartNoteUpdate: known,
      cartBuyerIdentityUpdate: () => {
        if (isReachable) return known();
        throw apiFailure('network', 'lost');
      },
    });
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    isReachable = false;
    flow.change('phone', '777 999 888');
    flow.leave('phone');
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'failed' });
    });
    isReachable = true;
    flow.change('email', 'petr@exam');
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    expect(api.calls.findLast(({ name }) => name === 'cartBuyerIdentityUpdate')?.variables).toMatchObject({
      buyerIdentity: { email: 'jana@example.cz', phone: '777 999 888' },
    });
  });

  it('of a code leaves nothing to be saved: the field says so', async () => {
    const { flow, state } = await settled({
      cartGiftCardCodesAdd: () => {
        throw apiFailure('network', 'lost');
      },
    });
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    expect(await flow.changeCodes({ kind: 'apply', code: 'LETO10' })).toBe(CODE_NOT_SAVED);
    expect(state()).toMatchObject({ saving: 'saved' });
  });

  it('while the form was filled in is saved with the next change, and shown until then', async () => {
    let isReachable = false;
    const { flow, api, state } = await settled({
      cartNoteUpdate: () => {
        if (isReachable) return answer();
        throw apiFailure('server', 'no');
      },
    });
    flow.change('note', 'Zvoňte dvakrát');
    flow.leave('note');
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'failed' });
    });
    flow.chooseDelivery('ONE_TIME_PURCHASE', { code: 'posta', handle: 'posta' });
    await eventually(() => {
      expect(api.requests).toEqual(['cartNoteUpdate', 'cartNoteUpdate', 'cartSelectedDeliveryOptionsUpdate']);
    });
    // The delivery is saved, the note is not.
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'failed' });
    });
    isReachable = true;
    flow.retrySaving();
    await eventually(() => {
      expect(state()).toMatchObject({ saving: 'saved' });
    });
    expect(api.requests.slice(3, 4)).toEqual(['cartNoteUpdate']);
  });
});

describe('[7.06] what the server answers to the order', () => {
  it('throttled: waits until it says, and repeats the same token', async () => {
    const { flow, waits, tokens, visited } = await opened({
      cartSubmitForCompletion: (_variables, times) =>
        times < 3
          ? submitted({ kind: 'throttled', pollAfter: '2026-11-20T12:00:03Z' })
          : submitted({ kind: 'success', attemptId: 'a', redirectUrl: CONFIRMATION_URL }),
    });
    await flow.submit();
    expect(waits).toEqual([3_000, 3_000]);
    expect(tokens()).toEqual(['token-1', 'token-1', 'token-1']);
    expect(visited).toHaveLength(1);
  });

  it('already accepted: the server shows its progress or its order', async () => {
    const { flow, visited } = await opened({
      cartSubmitForCompletion: () => submitted({ kind: 'already_accepted', attemptId: 'other' }),
    });
    await flow.submit();
    expect(visited).toEqual([{ how: 'replace', url: CHECKOUT_URL }]);
  });

  it('declined: says so, keeps what was typed, and the next press is a new attempt', async () => {
    const { flow, submission, state, tokens } = await opened({
      cartSubmitForCompletion: () =>
        submitted({
          kind: 'failed',
          errors: [{ code: 'PAYMENTS_CREDIT_CARD_GENERIC', message: null }],
        }),
    });
    await flow.submit();
    expect(submission()).toMatchObject({ kind: 'declined' });
    expect(state()).toMatchObject({ form: { email: 'jana@example.cz', payment: 'bank_transfer' } });
    await flow.submit();
    expect(tokens()).toEqual(['token-1', 'token-2']);
  });

  it('out of stock: the line is marked, and the rest can be bought', async () => {
    const left = cart({ lines: [line('1'), line('2', { quantity: 0 })] });
    const { flow, api, submission, state } = await opened({
      cart: (_variables, times) => (times === 1 ? cart({ lines: [line('1'), line('2')] }) : left),
      cartSubmitForCompletion: () =>
        submitted({ kind: 'failed', errors: [{ code: 'MERCHANDISE_OUT_OF_STOCK', message: null }] }),
      cartLinesUpdate: () => answer(),
    });
    await flow.submit();
    expect(submission()).toEqual({ kind: 'stock_changed' });
    expect(state()).toMatchObject({ stock: { soldOut: ['2'], lowered: [] } });
    flow.acceptStock();
    await eventually(() => {
      expect(state()).toMatchObject({ stock: null });
    });
    const update = api.calls.find((call) => call.name === 'cartLinesUpdate');
    expect(update?.variables['lines']).toEqual([{ id: '2', quantity: 0 }]);
    expect(state()).toMatchObject({ kind: 'editing', stock: null, submission: { kind: 'idle' } });
  });

  it('[8.03] [4.07] captcha: the device works it out and the same token goes on', async () => {
    const challenge = { challenge: 'vyzva', difficulty: 4, question: 'Kolik je dvě plus dvě?' };
    const { flow, api, tokens, visited } = await opened({
      cartSubmitForCompletion: (_variables, times) =>
        submitted(
          times === 1
            ? { kind: 'captcha', challenge }
            : { kind: 'success', attemptId: 'attempt-1', redirectUrl: CONFIRMATION_URL },
        ),
    });
    await flow.submit();
    const solution = { challenge: 'vyzva', work: expect.stringMatching(/^\d+$/) as string };
    expect(api.calls.at(-1)?.variables['captcha']).toEqual(solution);
    expect(tokens()).toEqual(['token-1', 'token-1']);
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });

  it('[8.03] captcha: where work does not help the shopper is asked, and the answer orders', async () => {
    const challenge = { challenge: 'vyzva', difficulty: 4, question: 'Kolik je dvě plus dvě?' };
    const { flow, api, submission, tokens, visited, waits } = await opened({
      cartSubmitForCompletion: ({ captcha }) =>
        submitted(
          (captcha as { readonly answer?: string } | null)?.answer === '4'
            ? { kind: 'success', attemptId: 'attempt-1', redirectUrl: CONFIRMATION_URL }
            : { kind: 'captcha', challenge },
        ),
    });
    await flow.submit();
    const answerFrom = Date.parse('2026-11-20T12:00:02.200Z');
    const question = { challenge: 'vyzva', text: 'Kolik je dvě plus dvě?', wrong: false, answerFrom };
    expect(submission()).toEqual({ kind: 'captcha', question });
    await flow.submit({ challenge: 'vyzva', answer: '5' });
    expect(submission()).toEqual({ kind: 'captcha', question: { ...question, wrong: true } });
    await flow.submit({ challenge: 'vyzva', answer: '4' });
    expect(api.calls.at(-1)?.variables['captcha']).toEqual({ challenge: 'vyzva', answer: '4' });
    // The clock of this test stands still, and the server refuses answers that nobody can have typed.
    expect(waits).toEqual([2_200, 2_200]);
    expect(new Set(tokens())).toEqual(new Set(['token-1']));
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });

  it('captcha: without a question the shop says that it could not be sure', async () => {
    const challenge = { challenge: 'vyzva', difficulty: 4, question: null };
    const { flow, submission } = await opened({
      cartSubmitForCompletion: () => submitted({ kind: 'captcha', challenge }),
    });
    await flow.submit();
    expect(submission()).toMatchObject({ kind: 'refused' });
  });

  it('nothing left at all: back to the shop', async () => {
    const { flow, state } = await opened({
      cart: (_variables, times) => (times === 1 ? cart() : cart({ lines: [line('1', { quantity: 0 })] })),
      cartSubmitForCompletion: () =>
        submitted({ kind: 'failed', errors: [{ code: 'MERCHANDISE_OUT_OF_STOCK', message: null }] }),
    });
    await flow.submit();
    expect(state()).toEqual({ kind: 'empty', soldOut: true });
  });

  it('in progress: polls, then follows to the order', async () => {
    const { flow, api, waits, visited } = await opened({
      cartSubmitForCompletion: () =>
        submitted({ kind: 'success', attemptId: 'attempt-7', redirectUrl: CHECKOUT_URL }),
      cartCompletionAttempt: (_variables, times) =>
        times < 3 ? { kind: 'processing', pollDelay: 700 } : { kind: 'success', orderUrl: CONFIRMATION_URL },
    });
    await flow.submit();
    expect(waits).toEqual([700, 700]);
    expect(api.calls.at(-1)?.variables).toEqual({ attemptId: 'attempt-7' });
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });

  it('in review: says so and ends, without another order being possible', async () => {
    const { flow, api, state, visited } = await opened({
      cartSubmitForCompletion: () =>
        submitted({ kind: 'success', attemptId: 'attempt-7', redirectUrl: CHECKOUT_URL }),
      cartCompletionAttempt: (_variables, times) =>
        times < 3 ? { kind: 'processing', pollDelay: 700 } : { kind: 'in_review' },
    });
    await flow.submit();
    expect(state()).toEqual({ kind: 'in_review' });
    expect(visited).toEqual([]);
    const asked = api.calls.length;
    await flow.submit();
    expect(api.calls).toHaveLength(asked);
  });

  it('a challenge: goes there, so that the shopper can come back', async () => {
    const { flow, visited } = await opened({
      cartSubmitForCompletion: () =>
        submitted({ kind: 'success', attemptId: 'attempt-7', redirectUrl: CHECKOUT_URL }),
      cartCompletionAttempt: () => ({
        kind: 'action_required',
        redirectUrl: 'https://bank.example/challenge/1',
      }),
    });
    await flow.submit();
    expect(visited).toEqual([{ how: 'open', url: 'https://bank.example/challenge/1' }]);
  });

  it('an address that is no web page is not followed', async () => {
    const { flow, visited, submission } = await opened({
      cartSubmitForCompletion: () =>
        submitted({ kind: 'success', attemptId: 'a', redirectUrl: 'javascript:alert(1)' }),
    });
    await flow.submit();
    expect(visited).toEqual([]);
    expect(submission()).toEqual({ kind: 'failed', reason: 'server' });
  });
});

describe('[B.03] one order, whatever happens to the answer', () => {
  it('a double click orders once', async () => {
    const { flow, tokens } = await opened();
    await Promise.all([flow.submit(), flow.submit(), flow.submit()]);
    expect(tokens()).toEqual(['token-1']);
  });

  it('a lost answer leaves only asking again, with the same token and without touching the cart', async () => {
    const { flow, submission, tokens, names, visited } = await opened({
      cartSubmitForCompletion: (_variables, times) => {
        if (times === 1) throw apiFailure('timeout', 'lost');
        return submitted({ kind: 'success', attemptId: 'a', redirectUrl: CONFIRMATION_URL });
      },
    });
    await flow.submit();
    expect(submission()).toEqual({ kind: 'unknown' });
    const before = names().length;
    flow.change('email', 'other@example.cz');
    await flow.resume();
    expect(names().slice(before)).toEqual(['cartSubmitForCompletion']);
    expect(tokens()).toEqual(['token-1', 'token-1']);
    expect(visited).toHaveLength(1);
  });

  it('a reload before the answer repeats the same token', async () => {
    const storage = memory();
    const first = await opened(
      {
        cartSubmitForCompletion: () => {
          throw apiFailure('network', 'lost');
        },
      },
      storage,
    );
    await first.flow.submit();
    first.flow.dispose();
    const second = await opened({}, storage);
    await second.flow.submit();
    expect(first.tokens()).toEqual(['token-1']);
    expect(second.tokens()).toEqual(['token-1']);
  });

  it('a repeated token that was declined then is not taken for the card entered now', async () => {
    const storage = memory();
    storage.setItem('zkratka.attempt.ZTEST', '{"token":"early","attemptId":null}');
    const { flow, submission, tokens } = await opened(
      {
        cartSubmitForCompletion: (_variables, times) =>
          times === 1
            ? submitted({ kind: 'failed', errors: [{ code: 'PAYMENT_CARD_DECLINED', message: null }] })
            : submitted({ kind: 'success', attemptId: 'a', redirectUrl: CONFIRMATION_URL }),
      },
      storage,
    );
    await flow.submit();
    expect(submission()).toMatchObject({
      kind: 'declined',
      message: expect.stringMatching(/^Předchozí pokus/u) as unknown,
    });
    await flow.submit();
    expect(tokens()).toEqual(['early', 'token-1']);
  });

  it('another tab that has ordered this cart: the server shows it', async () => {
    const { flow, visited, names } = await opened({
      cartBuyerIdentityUpdate: () =>
        answer({ errors: [{ code: 'INVALID', field: ['cartId'], message: 'Už je z něj objednávka.' }] }),
    });
    await flow.submit();
    expect(visited).toEqual([{ how: 'replace', url: CHECKOUT_URL }]);
    expect(names()).not.toContain('cartSubmitForCompletion');
  });
});
