import type { CartPayload } from '../../cart/operations.ts';
import type { CompletionFault } from '../../cart/completion.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { CartUserError } from '../../cart/user-error.ts';
import { stockVerdict } from '../deceleration.ts';
import { strongestAction, UPDATE, type SheetAction } from './actions.ts';
import { sheetReason } from './deceleration.ts';
import { errorOf, isRefusedToken, type ErrorContext, type ServerFault } from './errors.ts';

/** Temporary faults: the server is still calculating. */
const RETRIED: readonly string[] = ['PENDING_DELIVERY_GROUPS', 'INVALID_PAYMENT'];

/** Not fatal beside another fault: correcting that one changes the amount. */
const SHORTFALL = 'PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT';

/** An error without a code is a plain string: its message. */
export const faultOf = ({ code, message, field }: CartUserError): ServerFault => ({
  code: code ?? message,
  message,
  field,
});

/** A fault of a submission, which has no path. */
export const faultOfSubmission = ({ code, message }: CompletionFault): ServerFault => ({
  code,
  message,
  field: [],
});

/** The amount to pay is not the one the server expects. */
export const isAmountFault = ({ code, field }: CartUserError): boolean =>
  code === 'INVALID_PAYMENT' && field.at(-1) === 'amount';

/** The cart can no longer be changed: another tab has ordered it or is ordering it. The checkout shows which. */
const isClosed = ({ code, field }: ServerFault): boolean => code === 'INVALID' && field.join() === 'cartId';

function actionOf(fault: ServerFault, context: ErrorContext): SheetAction {
  const { code, message } = fault;
  const reason = isClosed(fault) ? 'cart_not_ready' : sheetReason(code);
  if (reason) return { kind: 'decelerate', reason };
  if (code === 'VALIDATION_CUSTOM') return { kind: 'abort', abort: { kind: 'custom_validation', message } };
  if (RETRIED.includes(code) && !isRefusedToken(fault)) return { kind: 'retry' };
  const error = errorOf(fault, context);
  if (error) return { kind: 'show_error', errors: [error] };
  return { kind: 'abort', abort: { kind: 'wallet_unavailable', code } };
}

/** Out of stock only if every line is gone; otherwise the checkout shows the rest. */
function stockAction(faults: readonly ServerFault[], cart: CartSnapshot | null): SheetAction {
  const gone = faults.filter(({ code }) => code === 'MERCHANDISE_OUT_OF_STOCK').length;
  if (gone === 0) return UPDATE;
  return cart && cart.lines.filter(({ quantity }) => quantity > 0).length > gone
    ? { kind: 'decelerate', reason: 'not_enough_stock' }
    : { kind: 'abort', abort: { kind: 'out_of_stock' } };
}

/** The strongest action that these faults call for. `cart` is the latest known revision. */
export function verdictOfFaults(
  faults: readonly ServerFault[],
  cart: CartSnapshot | null,
  context: ErrorContext,
): SheetAction {
  const others = faults.filter(({ code }) => code !== SHORTFALL);
  const considered = others.length > 0 ? others : faults;
  // Stock comes first: the first of several aborts counts.
  return strongestAction([
    stockAction(considered, cart),
    ...considered.map((fault) => actionOf(fault, context)),
  ]);
}

/** The action that a mutation's answer calls for. */
export function verdictOf(payload: CartPayload, context: ErrorContext): SheetAction {
  const { cart, userErrors, warnings } = payload;
  const quantities = cart?.lines.map(({ quantity }) => quantity) ?? [];
  const stock = stockVerdict(warnings, quantities);
  const actions: SheetAction[] = [verdictOfFaults(userErrors.map(faultOf), cart, context)];
  if (stock === 'out_of_stock') actions.push({ kind: 'abort', abort: { kind: stock } });
  if (stock === 'not_enough_stock') actions.push({ kind: 'decelerate', reason: stock });
  if (cart === null && userErrors.length === 0)
    actions.push({ kind: 'abort', abort: { kind: 'wallet_unavailable', code: 'MISSING_CART' } });
  return strongestAction(actions);
}
