import type { Cart, CartWarning } from '../api/model.ts';
import type { OfferedPayment } from '../bootstrap/data.ts';
import { deliveryField, withoutError, withText } from '../form/fields.ts';
import { reconcile, withDelivery, withoutChanged } from '../form/reconcile.ts';
import type { Action } from './actions.ts';
import {
  type CheckoutState,
  type EditingState,
  IDLE,
  isGivingUp,
  isLocked,
  type OpeningState,
} from './state.ts';
import { nothingLeft, stockTrouble } from './stock.ts';

/** The next state of the page; pure. `payments` are the methods offered when the page loads. */
export function reduce(
  state: CheckoutState,
  action: Action,
  payments: readonly OfferedPayment[],
): CheckoutState {
  switch (action.type) {
    case 'load_started':
      // Keeps an existing form: the buyer may be typing into it.
      return state.kind === 'opening' ? state : { kind: 'loading' };
    case 'loaded':
      return opened(action, payments);
    case 'load_failed':
      return { kind: 'unavailable', reason: action.reason };
    case 'cart_gone':
      return { kind: 'gone' };
    case 'leaving':
      return { kind: 'leaving' };
    case 'attempt_progress':
      // The page still says what the buyer can do, or that the payment is being cancelled.
      if (isGivingUp(state) || (state.kind === 'challenge' && action.progress === 'unreachable'))
        return state;
      return { kind: 'completing', progress: action.progress };
    case 'challenge_waiting':
      if (state.kind === 'challenge') return { ...state, url: action.url };
      return { kind: 'challenge', url: action.url, givingUp: action.own ? 'possible' : 'elsewhere' };
    case 'giving_up':
      return state.kind === 'challenge' ? { ...state, givingUp: action.givingUp } : state;
    case 'review_found':
      return { kind: 'in_review' };
    default:
      if (state.kind === 'editing') return edit(state, action);
      return state.kind === 'opening' ? early(state, action) : state;
  }
}

function opened(
  action: Extract<Action, { type: 'loaded' }>,
  payments: readonly OfferedPayment[],
): CheckoutState {
  const { cart, form, submission } = action;
  if (nothingLeft(cart)) return { kind: 'empty', soldOut: cart.lines.length > 0 };
  return {
    kind: 'editing',
    cart,
    form,
    payments,
    errors: {},
    saving: 'saved',
    stock: stockTrouble(cart, null),
    submission,
  };
}

/** The cart is not loaded yet, but typed values are kept. */
function early(state: OpeningState, action: EditAction): OpeningState {
  if (action.type !== 'text_changed') return state;
  return { ...state, form: withText(state.form, action.name, action.text) };
}

type EditAction = Exclude<
  Action,
  {
    type:
      | 'load_started'
      | 'loaded'
      | 'load_failed'
      | 'cart_gone'
      | 'leaving'
      | 'attempt_progress'
      | 'challenge_waiting'
      | 'giving_up'
      | 'review_found';
  }
>;

function edit(state: EditingState, action: EditAction): CheckoutState {
  switch (action.type) {
    case 'text_changed':
      return typed(state, action);
    case 'field_checked':
      return {
        ...state,
        errors:
          action.error === null
            ? withoutError(state.errors, action.name)
            : { ...state.errors, [action.name]: action.error },
      };
    case 'billing_same_changed':
      if (isLocked(state.submission)) return state;
      return { ...state, form: { ...state.form, billingSame: action.same } };
    case 'delivery_chosen':
      return chooseDelivery(state, action);
    case 'payment_chosen':
      if (isLocked(state.submission)) return state;
      return {
        ...state,
        form: { ...state.form, payment: action.payment },
        errors: withoutError(state.errors, 'payment'),
        submission: IDLE,
      };
    case 'save_started':
      return { ...state, saving: 'saving' };
    case 'save_failed':
      return { ...state, saving: 'failed' };
    case 'saved':
      return orEmpty({
        ...withCart(state, action.cart, action.warnings),
        errors: { ...state.errors, ...action.errors },
        saving: action.saving,
      });
    case 'cart_reloaded':
      return orEmpty(withCart(state, action.cart));
    case 'stock_resolved':
      return orEmpty({
        ...withCart({ ...state, stock: null, cart: action.cart }, action.cart),
        saving: action.saving,
        submission: IDLE,
      });
    case 'account_spent':
      return withoutAccount(state);
    case 'submit_step':
      return { ...state, errors: {}, submission: { kind: 'running', step: action.step } };
    case 'submit_stopped':
      return {
        ...state,
        errors: action.errors ?? state.errors,
        submission: action.submission,
      };
  }
}

function typed(state: EditingState, action: Extract<Action, { type: 'text_changed' }>): EditingState {
  if (isLocked(state.submission)) return state;
  return {
    ...state,
    form: withText(state.form, action.name, action.text),
    errors: withoutError(state.errors, action.name),
  };
}

function chooseDelivery(
  state: EditingState,
  action: Extract<Action, { type: 'delivery_chosen' }>,
): EditingState {
  if (isLocked(state.submission)) return state;
  const { purchase, choice } = action;
  const form = reconcile(withDelivery(state.form, purchase, choice), state.cart, state.payments);
  const place = state.cart.groups.findIndex((group) => group.purchase === purchase);
  return { ...state, form, errors: withoutError(state.errors, deliveryField(place)) };
}

function withCart(state: EditingState, cart: Cart, warnings: readonly CartWarning[] = []): EditingState {
  return {
    ...state,
    cart,
    form: reconcile(withoutChanged(state.form, state.cart, cart), cart, state.payments),
    stock: stockTrouble(cart, state, warnings),
  };
}

function withoutAccount(state: EditingState): EditingState {
  const payments = state.payments.filter(({ kind }) => kind !== 'account');
  return { ...state, payments, form: reconcile(state.form, state.cart, payments) };
}

function orEmpty(state: EditingState): CheckoutState {
  return nothingLeft(state.cart) ? { kind: 'empty', soldOut: true } : state;
}
