import type { DialogWithLink } from '../../i18n/cs.ts';
import type { SheetError } from '../../wallets/protocol.ts';
import type { FailureReason } from '../events.ts';

/** The message for the buyer after the sheet has closed. */
export interface Failure {
  readonly reason: FailureReason;
  readonly text: DialogWithLink;
  /** Reported to the page, not shown to the buyer. */
  readonly silent?: boolean;
}

/** Steps run. `failure` is the last step's, if the buyer may still repeat it. */
export type LivePhase =
  | { readonly kind: 'open'; readonly failure: Failure | null }
  /** The buyer has agreed; the outcome is pending. */
  | {
      readonly kind: 'authorising';
      readonly failure: Failure | null;
      /** The number of authorisations without an answer. */
      readonly pending: number;
      /** Approved in the vendor's window: ending silently would lose an order. */
      readonly approved: boolean;
      /** The element was removed: the flow ends unless an order results. */
      readonly quitting: boolean;
    };

/** The flow is over: every step resolves to `error`. */
export type FinalPhase =
  /** The sheet shows why, and the page shows it after the sheet has closed. */
  | { readonly kind: 'failed'; readonly error: SheetError; readonly failure: Failure }
  /** The page goes to `url`, at the latest when the sheet has closed. Nothing may change that. */
  | { readonly kind: 'leaving'; readonly error: SheetError; readonly url: string }
  /** Everything is released. */
  | { readonly kind: 'finished'; readonly error: SheetError };

/** The phase of a sheet's flow. */
export type Phase = LivePhase | FinalPhase;

export const isFinal = (phase: Phase): phase is FinalPhase => 'error' in phase;
