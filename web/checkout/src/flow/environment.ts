import type { pause } from '../../../base/wait.ts';
import type { ApiClient } from '../api/client.ts';
import type { CheckoutData } from '../bootstrap/data.ts';
import type { CardFrame } from '../card/hosted-fields.ts';
import type { Drafts } from '../form/draft.ts';
import type { FormContext } from '../form/validate.ts';
import { isFree } from '../form/reconcile.ts';
import type { Action } from './actions.ts';
import type { AttemptMemory } from './attempt-memory.ts';
import type { CheckoutState, EditingState, FailureReason } from './state.ts';
import type { Store } from './store.ts';

/** Navigation of the browser. */
export interface Navigator {
  readonly here: () => string;
  /** Goes to another page; the buyer can come back. */
  readonly open: (url: string) => void;
  /** Goes to a page that replaces this one in the history. */
  readonly replace: (url: string) => void;
}

/** Has the card of this session kept with the order. Resolves to why the order cannot go on, or null. */
export type KeepCard = (session: string, signal: AbortSignal) => Promise<string | null>;

/** Everything outside the flow that it acts on, so that tests can replace it. */
export interface Environment {
  readonly data: CheckoutData;
  readonly api: ApiClient;
  readonly store: Store<CheckoutState, Action>;
  readonly attempts: AttemptMemory;
  readonly drafts: Drafts;
  readonly navigator: Navigator;
  readonly now: () => number;
  readonly wait: typeof pause;
  /** The card fields on the page, when there are any. */
  readonly card: () => CardFrame | null;
  /** Has a typed card kept, if the buyer wants that. */
  readonly keep: () => KeepCard | null;
}

export function formContext(
  state: Pick<EditingState, 'cart'>,
  shop?: Pick<CheckoutData['shop'], 'countries' | 'companyFields'>,
): FormContext {
  return {
    countries: shop?.countries ?? [],
    companyFields: shop?.companyFields ?? 'off',
    requiresShipping: state.cart.requiresShipping,
    groups: state.cart.groups.map(({ purchase }) => purchase),
    free: isFree(state.cart),
  };
}

/** The reason shown for a failure of the API. */
export function failureReason(kind: string): FailureReason {
  if (kind === 'network' || kind === 'timeout') return 'network';
  return kind === 'busy' ? 'busy' : 'server';
}

/** Whether two URLs name the same page. The server may write them with or without its origin. */
export function samePage(first: string, second: string, base: string): boolean {
  try {
    const [a, b] = [new URL(first, base), new URL(second, base)];
    return a.origin === b.origin && a.pathname === b.pathname;
  } catch {
    return false;
  }
}

/** Only web addresses are followed. */
export function isWebAddress(url: string, base: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(url, base).protocol);
  } catch {
    return false;
  }
}
