import type { DecelerationReason } from '../../embed/flows/deceleration.ts';
import type { FaultName } from './faults.ts';
import type { Purpose } from './wallets.ts';

/** The outcome of a step with one failing call. */
export interface ExpectedEnd {
  readonly end:
    /** The session is over. A dialog shows the error after the sheet has closed. */
    | 'dialog'
    /** The session is over. The page gets an event, the buyer sees nothing. */
    | 'report'
    /** The page leaves for the checkout. */
    | 'checkout'
    /** The sheet shows the error and stays open: the buyer can retry. */
    | 'sheet';
  /** The reason that the checkout gets; null if it gets none, and for all other outcomes. */
  readonly reason: DecelerationReason | null;
  /** How often the failing call is sent. */
  readonly sent: number;
  /** Milliseconds from the step's beginning to its answer. */
  readonly after: number;
}

const ended =
  (end: ExpectedEnd['end'], reason: ExpectedEnd['reason'] = null) =>
  (sent: number, after = 0): ExpectedEnd => ({ end, reason, sent, after });

const dialog = ended('dialog');
const report = ended('report');
const sheet = ended('sheet');
const throttled = ended('checkout', 'cart_throttled');
/** There may be an order: the checkout shows it and gets no reason. */
const maybeOrdered = ended('checkout');
/** The buyer has agreed in a window: the checkout continues with the known data. */
const goesOn = ended('checkout', 'cart_not_ready');

/** The client repeats a throttled call three times, after a second or after the server's Retry-After. */
const REPEATED = [4, 3000] as const;
const REPEATED_LATER = [4, 6000] as const;
/** A call that may still succeed is sent every second until the deadline. */
const EVERY_SECOND = [27, 27_000] as const;
/** Four calls two seconds apart, a second's pause, and so on. */
const EVERY_TWO_SECONDS = [15, 27_000] as const;
const ONCE_IN_20_S = [1, 20_000] as const;
const ONCE_IN_27_S = [1, 27_000] as const;

/** The outcome of each fault, by the purpose of the failing call. docs/architecture.md lists the deadlines. */
export const EXPECTED: Readonly<Record<Purpose, Readonly<Record<FaultName, ExpectedEnd>>>> = {
  opening: {
    '401': dialog(1),
    '404': dialog(1),
    '429': dialog(...REPEATED),
    '429, come again in 2 s': dialog(...REPEATED_LATER),
    '429, come again in 30 s': dialog(...ONCE_IN_20_S),
    '500': dialog(1),
    '503': dialog(...REPEATED),
    'malformed JSON': dialog(1),
    'a page of HTML': dialog(1),
    'an answer of another shape': dialog(1),
    'a GraphQL error': dialog(1),
    'a GraphQL refusal': dialog(1),
    'an unknown country': dialog(1),
    'a lost network': dialog(1),
    'no answer': dialog(...ONCE_IN_20_S),
  },
  validation: {
    '401': dialog(1),
    '404': dialog(1),
    '429': throttled(...REPEATED),
    '429, come again in 2 s': throttled(...REPEATED_LATER),
    '429, come again in 30 s': throttled(...ONCE_IN_20_S),
    '500': dialog(1),
    '503': dialog(...REPEATED),
    'malformed JSON': dialog(1),
    'a page of HTML': dialog(1),
    'an answer of another shape': dialog(1),
    'a GraphQL error': dialog(1),
    'a GraphQL refusal': dialog(1),
    'an unknown country': dialog(1),
    'a lost network': dialog(1),
    'no answer': dialog(...ONCE_IN_20_S),
  },
  order: {
    '401': dialog(1),
    '404': dialog(1),
    '429': dialog(...REPEATED),
    '429, come again in 2 s': dialog(...REPEATED_LATER),
    '429, come again in 30 s': dialog(...ONCE_IN_20_S),
    '500': dialog(1),
    '503': dialog(...REPEATED),
    'malformed JSON': dialog(1),
    'a page of HTML': dialog(1),
    'an answer of another shape': dialog(1),
    'a GraphQL error': dialog(1),
    'a GraphQL refusal': dialog(1),
    'an unknown country': report(1),
    'a lost network': dialog(1),
    'no answer': dialog(...ONCE_IN_20_S),
  },
  change: {
    '401': dialog(1),
    '404': dialog(1),
    '429': dialog(...REPEATED),
    '429, come again in 2 s': dialog(...REPEATED_LATER),
    '429, come again in 30 s': sheet(...ONCE_IN_20_S),
    '500': dialog(1),
    '503': dialog(...REPEATED),
    'malformed JSON': dialog(1),
    'a page of HTML': dialog(1),
    'an answer of another shape': dialog(1),
    'a GraphQL error': dialog(1),
    'a GraphQL refusal': dialog(1),
    'an unknown country': dialog(1),
    'a lost network': dialog(1),
    'no answer': sheet(...ONCE_IN_20_S),
  },
  consent: {
    '401': dialog(1),
    '404': dialog(1),
    '429': dialog(...REPEATED),
    '429, come again in 2 s': dialog(...REPEATED_LATER),
    '429, come again in 30 s': sheet(...ONCE_IN_27_S),
    '500': dialog(1),
    '503': dialog(...REPEATED),
    'malformed JSON': dialog(1),
    'a page of HTML': dialog(1),
    'an answer of another shape': dialog(1),
    'a GraphQL error': dialog(1),
    'a GraphQL refusal': dialog(1),
    'an unknown country': dialog(1),
    'a lost network': dialog(1),
    'no answer': sheet(...ONCE_IN_27_S),
  },
  submission: {
    '401': dialog(1),
    '404': dialog(1),
    '429': maybeOrdered(...EVERY_SECOND),
    '429, come again in 2 s': maybeOrdered(...EVERY_TWO_SECONDS),
    '429, come again in 30 s': maybeOrdered(...ONCE_IN_27_S),
    '500': maybeOrdered(...EVERY_SECOND),
    '503': maybeOrdered(...EVERY_SECOND),
    'malformed JSON': maybeOrdered(...EVERY_SECOND),
    'a page of HTML': maybeOrdered(...EVERY_SECOND),
    'an answer of another shape': maybeOrdered(...EVERY_SECOND),
    'a GraphQL error': maybeOrdered(...EVERY_SECOND),
    'a GraphQL refusal': dialog(1),
    'an unknown country': dialog(1),
    'a lost network': maybeOrdered(...EVERY_SECOND),
    'no answer': maybeOrdered(...ONCE_IN_27_S),
  },
  approval: {
    '401': dialog(1),
    '404': dialog(1),
    '429': goesOn(...EVERY_SECOND),
    '429, come again in 2 s': goesOn(...EVERY_TWO_SECONDS),
    '429, come again in 30 s': goesOn(...ONCE_IN_27_S),
    '500': goesOn(...EVERY_SECOND),
    '503': goesOn(...EVERY_SECOND),
    'malformed JSON': goesOn(...EVERY_SECOND),
    'a page of HTML': goesOn(...EVERY_SECOND),
    'an answer of another shape': goesOn(...EVERY_SECOND),
    'a GraphQL error': goesOn(...EVERY_SECOND),
    'a GraphQL refusal': dialog(1),
    'an unknown country': goesOn(1),
    'a lost network': goesOn(...EVERY_SECOND),
    'no answer': goesOn(...ONCE_IN_27_S),
  },
};

/** In a vendor's window, a page's unknown country is reported to the page, not to the buyer (row 8.06). */
export const IN_A_WINDOW: ExpectedEnd = report(1);
