import type { Cart, Money } from '../api/model.ts';
import type { OfferedPayment } from '../bootstrap/data.ts';
import type { FieldErrors, FormValues } from '../form/fields.ts';

/** Every state of the page. */
export type CheckoutState =
  | { readonly kind: 'loading' }
  | OpeningState
  | { readonly kind: 'unavailable'; readonly reason: FailureReason }
  /** The cart does not exist, or no longer does. */
  | { readonly kind: 'gone' }
  /** Nothing in the cart can be bought. */
  | { readonly kind: 'empty'; readonly soldOut: boolean }
  | EditingState
  /** An attempt that was already live when the page loaded. */
  | { readonly kind: 'completing'; readonly progress: PollProgress }
  /** The buyer came back from the bank before completing its challenge. */
  | ChallengeState
  /** A person is checking whether the payment succeeded. The buyer can only wait. */
  | { readonly kind: 'in_review' }
  /** The browser is loading another page. */
  | { readonly kind: 'leaving' };

export interface ChallengeState {
  readonly kind: 'challenge';
  readonly url: string;
  readonly givingUp: GivingUp;
}

/**
 * What the buyer can do, or does, to pay in another way. `elsewhere`: only the tab that submitted the cart can give its
 * challenge up. A failure's reason means that the button can be pressed again.
 */
export type GivingUp = 'elsewhere' | 'possible' | 'pressed' | 'running' | FailureReason;

export type FailureReason = 'network' | 'busy' | 'server';

/** The form of the page can be filled in before the cart is loaded. */
export interface OpeningState {
  readonly kind: 'opening';
  /** The text typed so far. */
  readonly form: FormValues;
  /** The country of the initial form. */
  readonly country: string;
  /** The known part of the cart; the view uses only whether it is shipped. */
  readonly cart: Cart;
}

export interface EditingState {
  readonly kind: 'editing';
  readonly cart: Cart;
  readonly form: FormValues;
  /** The offered payment methods, without an account that failed. */
  readonly payments: readonly OfferedPayment[];
  readonly errors: FieldErrors;
  readonly saving: SaveStatus;
  readonly stock: StockShortage | null;
  readonly submission: Submission;
}

/** Whether the form's values are saved. */
export type SaveStatus = 'saved' | 'saving' | 'failed';

/** Lines with insufficient stock. */
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
  /** Something other than a field must be corrected. */
  | { readonly kind: 'invalid' }
  /** The card fields have errors, or could not be read. */
  | { readonly kind: 'card_invalid'; readonly message: string }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'amount_changed'; readonly shown: Money; readonly due: Money }
  | { readonly kind: 'stock_changed' }
  /** The device could not solve the captcha: the buyer gets a question. */
  | { readonly kind: 'captcha'; readonly question: Question }
  /** The submission was sent but its answer was lost; only a retry with the same token is safe. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: FailureReason };

/** A captcha question for the buyer. */
export interface Question {
  readonly challenge: string;
  readonly text: string;
  /** Whether the previous answer was wrong. */
  readonly wrong: boolean;
  /** When the server first accepts an answer, as the clock of this device shows it. */
  readonly answerFrom: number;
}

export const INITIAL: CheckoutState = { kind: 'loading' };
export const IDLE: Submission = { kind: 'idle' };

export function isRunning(state: CheckoutState): boolean {
  return state.kind === 'editing' && state.submission.kind === 'running';
}

/** Whether the form can be edited; false while an order may be being created. */
export function isLocked(submission: Submission): boolean {
  return submission.kind === 'running' || submission.kind === 'unknown';
}

/** Whether the buyer has pressed the button to pay in another way, and the request has not failed. */
export function isGivingUp(state: CheckoutState): boolean {
  return state.kind === 'challenge' && (state.givingUp === 'pressed' || state.givingUp === 'running');
}
