// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Action } from '../src/flow/actions.ts';
import { reduce } from '../src/flow/reducer.ts';
import type { CheckoutState, EditingState } from '../src/flow/state.ts';
import { cart, checkoutData, chosen, czk, editing, form, group, line, option } from './support.ts';

const { payments } = checkoutData();

const POSTA = { code: 'posta', handle: 'posta' };

const none = cart({ lines: [line('1', { quantity: 0 })] });

function after(state: CheckoutState, ...actions: readonly Action[]): CheckoutState {
  return actions.reduce((current, action) => reduce(current, action, payments), state);
}

function edited(state: CheckoutState): EditingState {
  if (state.kind !== 'editing') throw new Error(`not editing but ${state.kind}`);
  return state;
}

describe('the state of the checkout', () => {
  it('typing changes the field and takes its fault away, no other', () => {
    const state = edited(
      after(editing({ errors: { email: 'a', phone: 'b' } }), {
        type: 'text_changed',
        name: 'email',
        text: 'jana@',
      }),
    );
    expect(state.form.email).toBe('jana@');
    expect(state.errors).toEqual({ phone: 'b' });
  });

  it.each<Action>([
    { type: 'text_changed', name: 'email', text: 'x' },
    { type: 'payment_chosen', payment: 'card' },
    { type: 'delivery_chosen', purchase: 'ONE_TIME_PURCHASE', choice: POSTA },
    { type: 'billing_same_changed', same: false },
  ])('nothing can be changed while an order is on its way: $type', (action) => {
    for (const submission of [{ kind: 'running', step: 'payment' }, { kind: 'unknown' }] as const) {
      const state = editing({ submission });
      expect(after(state, action)).toEqual(state);
    }
  });

  it('dobírka is dropped when the delivery chosen does not collect money', () => {
    const state = editing({ form: form({ payment: 'cash_on_delivery' }) });
    const next = edited(
      after(state, { type: 'delivery_chosen', purchase: 'ONE_TIME_PURCHASE', choice: POSTA }),
    );
    expect(next.form).toMatchObject({ deliveries: chosen('posta'), payment: null });
  });

  it('a delivery that is no longer offered is no longer chosen', () => {
    const options = [option('posta'), option('dpd')];
    const moved = cart({ groups: [group(options)] });
    const state = edited(
      after(editing(), { type: 'saved', cart: moved, warnings: [], errors: {}, saving: 'saved' }),
    );
    expect(state.form).toMatchObject({ deliveries: chosen(null) });
  });

  it('the only delivery offered is chosen without asking', () => {
    const only = cart({ groups: [group([option('dpd')])] });
    const state = edited(
      after(editing(), { type: 'saved', cart: only, warnings: [], errors: {}, saving: 'saved' }),
    );
    expect(state.form.deliveries).toEqual(chosen('dpd'));
  });

  it('a place of a method stays to be chosen', () => {
    const options = ['praha', 'brno'].map((place) => option(`zasilkovna-${place}`, { code: 'zasilkovna' }));
    const offered = cart({ groups: [group(options)] });
    const state = edited(
      after(editing({ cart: offered }), {
        type: 'delivery_chosen',
        purchase: 'ONE_TIME_PURCHASE',
        choice: { code: 'zasilkovna', handle: null },
      }),
    );
    expect(state.form.deliveries.ONE_TIME_PURCHASE).toEqual({ code: 'zasilkovna', handle: null });
  });

  it('a group keeps its choice whatever becomes of the other', () => {
    const options = [option('posta'), option('dpd')];
    const renewing = group(options, { id: 'second', purchase: 'SUBSCRIPTION' });
    const both = cart({ groups: [group(options), renewing] });
    const errors = { deliveryOption: 'a', secondDelivery: 'b' };
    const state = edited(
      after(editing({ cart: both, form: form({ deliveries: chosen('dpd') }), errors }), {
        type: 'delivery_chosen',
        purchase: 'SUBSCRIPTION',
        choice: POSTA,
      }),
    );
    expect(state.form.deliveries).toEqual(chosen('dpd', 'posta'));
    expect(state.errors).toEqual({ deliveryOption: 'a' });
    const left = cart({ groups: [{ ...renewing, id: 'group' }] });
    const saved = edited(
      after(state, { type: 'saved', cart: left, warnings: [], errors: {}, saving: 'saved' }),
    );
    expect(saved.form.deliveries.SUBSCRIPTION.handle).toBe('posta');
  });

  it('an answer of the server changes prices, never what is being typed', () => {
    const state = edited(
      after(
        editing(),
        { type: 'text_changed', name: 'delivery.city', text: 'Olomouc' },
        {
          type: 'saved',
          cart: cart({ total: czk('600.00') }),
          warnings: [],
          errors: {},
          saving: 'saving',
        },
      ),
    );
    expect(state.form.delivery.city).toBe('Olomouc');
    expect(state.cart.total).toEqual(czk('600.00'));
    expect(state.saving).toBe('saving');
  });

  it('marks lines that were lowered, told by a warning or seen by comparison', () => {
    const before = cart({ lines: [line('1', { quantity: 3 }), line('2', { quantity: 3 })] });
    const now = cart({ lines: [line('1', { quantity: 1 }), line('2', { quantity: 3 })] });
    const warning = { code: 'MERCHANDISE_NOT_ENOUGH_STOCK', target: 'variant-2', message: null };
    const state = edited(
      after(editing({ cart: before }), {
        type: 'saved',
        cart: now,
        warnings: [warning],
        errors: {},
        saving: 'saved',
      }),
    );
    expect(state.stock).toEqual({ soldOut: [], lowered: ['1', '2'] });
    const accepted = edited(after(state, { type: 'stock_resolved', cart: now, saving: 'saved' }));
    expect(accepted.stock).toBeNull();
  });

  it.each<Action>([
    { type: 'saved', cart: none, warnings: [], errors: {}, saving: 'saved' },
    { type: 'cart_reloaded', cart: none },
    { type: 'stock_resolved', cart: none, saving: 'saved' },
  ])('nothing left to buy ends the checkout, however it is found out: $type', (action) => {
    expect(after(editing(), action)).toEqual({ kind: 'empty', soldOut: true });
  });

  it('a sold-out line keeps its mark until the shopper has decided', () => {
    const some = cart({ lines: [line('1'), line('2', { quantity: 0 })] });
    const state = after(editing({ cart: some }), { type: 'cart_reloaded', cart: some });
    expect(state).toMatchObject({ stock: { soldOut: ['2'] } });
  });

  it('a step of the submission hides old faults; its end brings new ones', () => {
    const running = edited(
      after(editing({ errors: { email: 'a' } }), { type: 'submit_step', step: 'saving' }),
    );
    expect(running.errors).toEqual({});
    const stopped = edited(
      after(running, {
        type: 'submit_stopped',
        submission: { kind: 'invalid' },
        errors: { phone: 'b' },
      }),
    );
    expect(stopped).toMatchObject({ submission: { kind: 'invalid' }, errors: { phone: 'b' } });
  });

  it('what belongs to the form means nothing elsewhere', () => {
    const loading: CheckoutState = { kind: 'loading' };
    expect(after(loading, { type: 'submit_step', step: 'payment' })).toBe(loading);
    expect(after({ kind: 'gone' }, { type: 'save_started' })).toEqual({ kind: 'gone' });
  });
});
