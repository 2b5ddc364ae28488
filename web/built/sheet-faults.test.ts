import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertEnd } from './test/end.ts';
import { EXPECTED, IN_A_WINDOW, type ExpectedEnd } from './test/expected.ts';
import { FAULTS, type FaultName } from './test/faults.ts';
import { openBefore } from './test/sheet.ts';
import { restartTime, settled, stopTime } from './test/time.ts';
import {
  operationCallName,
  OPERATION_CALLS,
  WALLETS,
  type OperationCall,
  type Purpose,
} from './test/wallets.ts';

/** The rows that a call's failure proves, by the call's purpose. */
const ROWS: Readonly<Record<Purpose, string>> = {
  opening: '[4.05] [8.01] [8.06]',
  validation: '[4.11] [7.08]',
  order: '[4.20] [8.06] [8.11]',
  change: '[4.12] [4.33] [8.06] [8.11]',
  consent: '[4.13] [4.24] [8.06]',
  submission: '[4.23] [4.24] [B.03]',
  approval: '[4.19] [8.06]',
};

const NAMES = Object.keys(FAULTS) as FaultName[];

const expectedAt = ({ wallet, purpose }: OperationCall, fault: FaultName): ExpectedEnd =>
  purpose === 'opening' && fault === 'an unknown country' && WALLETS[wallet].forgets === 'never'
    ? IN_A_WINDOW
    : EXPECTED[purpose][fault];

/**
 * Known fault: if a throttled validation could be repeated only after the step's deadline, the purchase ends in the wallet's
 * dialog, and not in the checkout as row 4.11 requires. When that is fixed, these tests fail: then delete this function.
 */
const isUnmet = ({ purpose }: OperationCall, fault: FaultName): boolean =>
  purpose === 'validation' && fault === '429, come again in 30 s';

const title = (place: OperationCall): string =>
  `${ROWS[place.purpose]} [4.14] [4.15] ${operationCallName(place)}`;

beforeEach(stopTime);
afterEach(restartTime);

/** Goes to a step, makes one of its calls fail, and asserts the outcome. */
async function breaks(place: OperationCall, name: FaultName): Promise<void> {
  const expected = expectedAt(place, name);
  const sheet = await openBefore(place);
  const { server, handlers } = sheet;
  const before = server.of(place.operation).length;
  server.fails(place.operation, FAULTS[name]);
  const reply = await settled(place.step.ask(handlers));
  expect({
    kind: reply.value.kind,
    after: reply.after,
    sent: server.of(place.operation).length - before,
  }).toEqual({
    kind: expected.end === 'sheet' ? 'show_error' : 'end',
    after: expected.after,
    sent: expected.sent,
  });
  await assertEnd(sheet, place, expected);
}

describe.each(OPERATION_CALLS.map((place) => [title(place), place] as const))('%s', (_, place) => {
  for (const name of NAMES) (isUnmet(place, name) ? it.fails : it)(name, () => breaks(place, name));
});
