import type { DialogWithLink } from '../../i18n/cs.ts';
import type { SheetError } from '../../wallets/protocol.ts';
import type { FailureReason } from '../events.ts';

/** What the buyer is told once the sheet is gone. */
export interface Failure {
  readonly reason: FailureReason;
  readonly text: DialogWithLink;
  /** Reported, and not said. */
  readonly silent?: boolean;
}

/** Steps are answered. `failure` is what the last step failed with, where the buyer may still repeat it. */
export type LivePhase =
  | { readonly kind: 'open'; readonly failure: Failure | null }
  /** The buyer has agreed, and it is not known yet what comes of it. */
  | {
      readonly kind: 'authorising';
      readonly failure: Failure | null;
      /** Authorisations without an answer. */
      readonly pending: number;
      /** Agreed to in a window of the vendor's: from then on silence would lose an order. */
      readonly approved: boolean;
      /** The element is gone: the session ends unless an order comes of it. */
      readonly quitting: boolean;
    };

/** The session is over: every step answers `error`. */
export type FinalPhase =
  /** The sheet says why. The page says it once the sheet is gone. */
  | { readonly kind: 'failed'; readonly error: SheetError; readonly failure: Failure }
  /** The page goes there, at the latest when the sheet is gone. Nothing else may lead it elsewhere. */
  | { readonly kind: 'leaving'; readonly error: SheetError; readonly url: string }
  /** Nothing of the session is left. */
  | { readonly kind: 'finished'; readonly error: SheetError };

/** Where a sheet's session stands. A state that is not listed here cannot be. */
export type Phase = LivePhase | FinalPhase;

export const isFinal = (phase: Phase): phase is FinalPhase => 'error' in phase;
