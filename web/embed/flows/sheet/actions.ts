import type { SheetErrors } from '../../wallets/protocol.ts';
import type { DecelerationReason } from '../deceleration.ts';

/** Why a session is given up; each has a dialog of its own. */
export type SheetAbort =
  | { readonly kind: 'out_of_stock' }
  | { readonly kind: 'custom_validation'; readonly message: string }
  /** Something nothing else explains; `code` is for the console. */
  | { readonly kind: 'wallet_unavailable'; readonly code: string };

/** What an answer of the server calls for. */
export type SheetAction =
  /** To the checkout, with a reason. */
  | { readonly kind: 'decelerate'; readonly reason: DecelerationReason }
  | { readonly kind: 'abort'; readonly abort: SheetAbort }
  | { readonly kind: 'show_error'; readonly errors: SheetErrors }
  /** Ask again: the server is not there yet. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'complete'; readonly url: string }
  | { readonly kind: 'update' };

/** Strongest first. Asking again cannot help where the buyer must act, and comes before going on. */
const PRIORITY: readonly SheetAction['kind'][] = [
  'decelerate',
  'abort',
  'show_error',
  'retry',
  'complete',
  'update',
];

/** The one action that is taken of several that are called for; several errors are shown together. */
export function strongestAction(actions: readonly SheetAction[]): SheetAction {
  const errors = actions.flatMap((action) => (action.kind === 'show_error' ? action.errors : []));
  for (const kind of PRIORITY) {
    const found = actions.find((action) => action.kind === kind);
    if (!found) continue;
    const [first, ...others] = errors;
    return found.kind === 'show_error' && first ? { kind: 'show_error', errors: [first, ...others] } : found;
  }
  return { kind: 'update' };
}
