import type { Cart, Money } from '../api/model.ts';
import type { OfferedPayment } from '../bootstrap/data.ts';
import type { FieldErrors, FormValues } from '../form/fields.ts';

/** Everything the page can be in the middle of. A state that is not listed here cannot be drawn. */
export type CheckoutState =
  | { readonly kind: 'loading' }
  | OpeningState
  | { readonly kind: 'unavailable'; readonly reason: 'network' | 'busy' | 'server' }
  /** The cart is not there (any more). */
  | { readonly kind: 'gone' }
  /** Nothing in the cart can be bought. */
  | { readonly kind: 'empty'; readonly soldOut: boolean }
  | EditingState
  /** An attempt that was already live when the page came. */
  | { readonly kind: 'completing'; readonly progress: PollProgress }
  /** The bank still waits for the shopper, who has come back from it. */
  | { readonly kind: 'challenge'; readonly url: string }
  /** A person finds out whether the payment went through. Nothing can be done meanwhile. */
  | { readonly kind: 'in_review' }
  /** Another page is on its way. */
  | { readonly kind: 'leaving' };

/** The form has come with the page, and may be typed into before all of it is there. */
export interface OpeningState {
  readonly kind: 'opening';
  /** What was typed so far. */
  readonly form: FormValues;
  /** The country that the form came with. */
  readonly country: string;
  /** What it is for; all that is drawn of it yet is whether it is shipped. */
  readonly cart: Cart;
}

export interface EditingState {
  readonly kind: 'editing';
  readonly cart: Cart;
  readonly form: FormValues;
  /** What the shop offers, but an account that was tried in vain. */
  readonly payments: readonly OfferedPayment[];
  readonly errors: FieldErrors;
  readonly saving: SaveStatus;
  readonly stock: StockShortage | null;
  readonly submission: Submission;
}

/** Whether the server knows what is on the screen. */
export type SaveStatus = 'saved' | 'saving' | 'failed';

/** Lines of which less is left than was wanted. */
export interface StockShortage {
  readonly soldOut: readonly string[];
  readonly lowered: readonly string[];
}

export type PollProgress = 'polling' | 'slow' | 'unreachable';

export type SubmitStep =
  | 'saving'
  | 'card'
  | 'payment'
  | 'submitting'
  | 'captcha'
  | 'waiting'
  | 'confirming'
  | 'slow'
  | 'unreachable';

export type Submission =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly step: SubmitStep }
  /** Something beside the fields must be mended. */
  | { readonly kind: 'invalid' }
  /** The card fields must be mended, or could not be read. */
  | { readonly kind: 'card_invalid'; readonly message: string }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'amount_changed'; readonly shown: Money; readonly due: Money }
  | { readonly kind: 'stock_changed' }
  /** The device could not solve the captcha by itself: the shopper is asked. */
  | { readonly kind: 'captcha'; readonly question: Question }
  /** The request that orders was sent, but its answer was lost; only asking again with the same token is safe. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: 'network' | 'busy' | 'server' };

/** A question that shows that a person is ordering. */
export interface Question {
  readonly challenge: string;
  readonly text: string;
  /** The answer to the question before this one was not right. */
  readonly wrong: boolean;
}

export const INITIAL: CheckoutState = { kind: 'loading' };
export const IDLE: Submission = { kind: 'idle' };

export function isRunning(state: CheckoutState): boolean {
  return state.kind === 'editing' && state.submission.kind === 'running';
}

/** Whether what was entered may still be changed: not while an order may be coming into being. */
export function isLocked(submission: Submission): boolean {
  return submission.kind === 'running' || submission.kind === 'unknown';
}
