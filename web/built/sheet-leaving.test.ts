import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT_URL } from '../embed/test/api.ts';
import type { DecelerationReason } from '../embed/flows/deceleration.ts';
import { assertForgotten, assertOver } from './test/end.ts';
import { FAULTS } from './test/faults.ts';
import { shownDialog } from './test/page.ts';
import { openBefore, type BuiltSheet } from './test/sheet.ts';
import { pass, restartTime, settled, stopTime } from './test/time.ts';
import { operationCallName, OPERATION_CALLS, type OperationCall, type Purpose } from './test/wallets.ts';

/** Ways to leave while a call is pending. */
const LEAVING = {
  'the buyer closes the sheet': ({ handlers }: BuiltSheet) => {
    handlers.closed({ kind: 'cancelled' });
  },
  'the element goes': ({ removeElement }: BuiltSheet) => {
    removeElement();
  },
  'the page is left': () => {
    window.dispatchEvent(new Event('pagehide'));
  },
} as const;
type LeaveCause = keyof typeof LEAVING;

/** The outcome: the checkout with or without a reason, or nothing; and after how many milliseconds the call is cancelled. */
interface ExpectedLeave {
  readonly checkout: DecelerationReason | 'no reason' | null;
  readonly after: number;
}

const silence = (after = 0): ExpectedLeave => ({ checkout: null, after });
const checkout = (reason: Exclude<ExpectedLeave['checkout'], null>, after = 0): ExpectedLeave => ({
  checkout: reason,
  after,
});
/** The deadline from the buyer's consent to the answer. */
const CONSENT_MS = 27_000;

const AT_ONCE: Readonly<Record<LeaveCause, ExpectedLeave>> = {
  'the buyer closes the sheet': silence(),
  'the element goes': silence(),
  'the page is left': silence(),
};

/**
 * A buyer who leaves sees nothing more, and pending calls are cancelled. Two exceptions: calls after the buyer's consent
 * outlive the element, and a call that may have made an order outlives the page. A window cannot be cancelled once the buyer
 * has agreed in it.
 */
const EXPECTED: Readonly<Record<Purpose, Readonly<Partial<Record<LeaveCause, ExpectedLeave>>>>> = {
  opening: AT_ONCE,
  validation: AT_ONCE,
  order: AT_ONCE,
  change: AT_ONCE,
  consent: {
    'the buyer closes the sheet': silence(),
    'the element goes': silence(CONSENT_MS),
    'the page is left': silence(),
  },
  submission: {
    'the buyer closes the sheet': checkout('no reason'),
    'the element goes': checkout('no reason', CONSENT_MS),
    'the page is left': checkout('no reason', CONSENT_MS),
  },
  approval: {
    'the element goes': checkout('cart_not_ready', CONSENT_MS),
    'the page is left': silence(),
  },
};

const urlOf = (reason: Exclude<ExpectedLeave['checkout'], null>): string =>
  `${CHECKOUT_URL}&storefront_wallet=true${reason === 'no reason' ? '' : `&wallet_${reason}=true`}`;

/** The buyer leaves while a call is pending. */
async function leaves(place: OperationCall, leaving: LeaveCause, expected: ExpectedLeave): Promise<void> {
  const sheet = await openBefore(place);
  const { server, handlers } = sheet;
  server.fails(place.operation, FAULTS['no answer']);
  const asked = place.step.ask(handlers);
  await pass(0);
  const pending = server.of(place.operation).at(-1);
  expect(pending?.init.signal?.aborted).toBe(false);
  LEAVING[leaving](sheet);
  const reply = await settled(asked);
  expect(reply).toMatchObject({ value: { kind: 'end' }, after: expected.after });
  expect(pending?.init.signal?.aborted).toBe(true);
  expect(sheet.left).toEqual(expected.checkout === null ? [] : [urlOf(expected.checkout)]);
  const isLed = expected.checkout !== null;
  expect(sheet.told.map(({ name }) => name)).toEqual(isLed ? ['start', 'complete'] : ['start']);
  // If the buyer has closed the sheet, the flow does not close it.
  if (!isLed && leaving !== 'the buyer closes the sheet' && expected.after === 0)
    expect(sheet.closed()).toBe(1);
  await assertOver(sheet);
  expect(shownDialog()).toBeNull();
  assertForgotten(sheet);
}

beforeEach(stopTime);
afterEach(restartTime);

describe.each(OPERATION_CALLS.map((place) => [operationCallName(place), place] as const))(
  '[4.14] [4.15] [4.20] [8.06] [B.03] no answer: %s',
  (_, place) => {
    for (const [name, expected] of Object.entries(EXPECTED[place.purpose])) {
      const leaving = name as LeaveCause;
      it(leaving, () => leaves(place, leaving, expected));
    }
  },
);
