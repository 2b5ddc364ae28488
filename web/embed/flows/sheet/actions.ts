import type { SheetErrors } from '../../wallets/protocol.ts';
import type { DecelerationReason } from '../deceleration.ts';
import { SHEET_ORDER } from './deceleration.ts';

/** Reasons for aborting a sheet; each has its own dialog. */
export type SheetAbort =
  | { readonly kind: 'out_of_stock' }
  /** The wallet pays only for shipped goods. */
  | { readonly kind: 'digital_cart' }
  | { readonly kind: 'custom_validation'; readonly message: string }
  /** The wallet sells none of the goods. */
  | { readonly kind: 'nothing_eligible' }
  /** Unknown cause; `code` is for the console. */
  | { readonly kind: 'wallet_unavailable'; readonly code: string };

interface ShowError {
  readonly kind: 'show_error';
  readonly errors: SheetErrors;
}

/** The action that an answer of the server calls for. */
export type SheetAction =
  /** Go to the checkout, with a reason. */
  | { readonly kind: 'decelerate'; readonly reason: DecelerationReason }
  | { readonly kind: 'abort'; readonly abort: SheetAbort }
  | ShowError
  /** Ask again: the server has not finished. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'complete'; readonly url: string }
  | { readonly kind: 'update' };

export const UPDATE: SheetAction = { kind: 'update' };

const together = (shown: ShowError, other: SheetAction): ShowError =>
  // Stryker disable next-line ConditionalExpression: all of them are errors, as their type does not say
  other.kind === 'show_error' ? { ...shown, errors: [...shown.errors, ...other.errors] } : shown;

/** Chooses one of several actions by priority. Several errors are shown together. */
export function strongestAction(actions: readonly SheetAction[]): SheetAction {
  for (const kind of SHEET_ORDER) {
    const [found, ...others] = actions.filter((action) => action.kind === kind);
    if (found?.kind === 'show_error') return others.reduce(together, found);
    if (found) return found;
  }
  return { kind: 'update' };
}
