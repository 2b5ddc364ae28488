// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Action } from '../src/flow/actions.ts';
import { reduce } from '../src/flow/reducer.ts';
import type { CheckoutState, Editing } from '../src/flow/state.ts';
import { cart, checkoutData, czk, editing, form, line, option } from './support.ts';

const { payments } = checkoutData();

const none = cart({ lines: [line('1', { quantity: 0 })] });

function after(state: CheckoutState, ...actions: readonly Action[]): CheckoutState {
  return actions.reduce((current, action) => reduce(current, action, payments), state);
}

function edited(state: CheckoutState): Editing {
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
    { type: 'delivery_chosen', code: 'posta', handle: 'posta' },
    { type: 'billing_same_changed', same: false },
  ])('nothing can be changed while an order is on its way: $type', (action) => {
    for (const submission of [{ kind: 'running', step: 'payment' }, { kind: 'unknown' }] as const) {
      const state = editing({ submission });
      expect(after(state, action)).toEqual(state);
    }
  });

  it('dobírka is dropped when the delivery chosen does not collect money', () => {
    const state = editing({ form: form({ payment: 'cash_on_delivery' }) });
    const chosen = edited(after(state, { type: 'delivery_chosen', code: 'posta', handle: 'posta' }));
    expect(chosen.form).toMatchObject({ deliveryHandle: 'posta', payment: null });
  });

  it('a delivery that is no longer offered is no longer chosen', () => {
    const options = [option('posta'), option('dpd')];
    const moved = cart({ delivery: { id: 'group', options, selectedHandle: null } });
    const state = edited(
      after(editing(), { type: 'saved', cart: moved, warnings: [], errors: {}, settled: true }),
    );
    expect(state.form).toMatchObject({ deliveryCode: null, deliveryHandle: null });
  });

  it('the only delivery offered is chosen without asking', () => {
    const only = cart({ delivery: { id: 'group', options: [option('dpd')], selectedHandle: null } });
    const state = edited(
      after(editing(), { type: 'saved', cart: only, warnings: [], errors: {}, settled: true }),
    );
    expect(state.form.deliveryHandle).toBe('dpd');
  });

  it('a place of a method stays to be chosen', () => {
    const options = ['praha', 'brno'].map((place) => option(`zasilkovna-${place}`, { code: 'zasilkovna' }));
    const offered = cart({ delivery: { id: 'group', options, selectedHandle: null } });
    const state = edited(
      after(editing({ cart: offered }), { type: 'delivery_chosen', code: 'zasilkovna', handle: null }),
    );
    expect(state.form).toMatchObject({ deliveryCode: 'zasilkovna', deliveryHandle: null });
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
          settled: false,
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
        settled: true,
      }),
    );
    expect(state.stock).toEqual({ soldOut: [], lowered: ['1', '2'] });
    const accepted = edited(after(state, { type: 'stock_resolved', cart: now }));
    expect(accepted.stock).toBeNull();
  });

  it.each<Action>([
    { type: 'saved', cart: none, warnings: [], errors: {}, settled: true },
    { type: 'cart_reloaded', cart: none },
    { type: 'stock_resolved', cart: none },
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
