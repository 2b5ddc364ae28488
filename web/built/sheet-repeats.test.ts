import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT_URL } from '../embed/test/api.ts';
import { ORDER_URL } from '../embed/test/cart-data.ts';
import { assertForgotten, assertOver } from './test/end.ts';
import { FAULTS, type FaultName } from './test/faults.ts';
import { openBefore } from './test/sheet.ts';
import { restartTime, settled, stopTime } from './test/time.ts';
import { operationCallName, OPERATION_CALLS, type OperationCall } from './test/wallets.ts';

/** A temporary fault: how often the call is sent until it succeeds, and how long that takes. */
interface TransientFault {
  readonly fault: FaultName;
  readonly times: number;
  readonly after: number;
}

/** The client repeats these itself, whatever the call's purpose. */
const BY_THE_CLIENT: readonly TransientFault[] = [
  { fault: '429', times: 1, after: 1000 },
  { fault: '429', times: 3, after: 3000 },
  { fault: '429, come again in 2 s', times: 1, after: 2000 },
  { fault: '503', times: 1, after: 1000 },
];

/** If giving up could lose an order, the flow repeats everything but a refusal. */
const BY_THE_FLOW: readonly TransientFault[] = [
  { fault: '429', times: 4, after: 4000 },
  { fault: '500', times: 1, after: 1000 },
  { fault: 'malformed JSON', times: 2, after: 2000 },
  { fault: 'a GraphQL error', times: 1, after: 1000 },
  { fault: 'a lost network', times: 3, after: 3000 },
];

const passingAt = ({ purpose }: OperationCall): readonly TransientFault[] =>
  purpose === 'submission' || purpose === 'approval' ? [...BY_THE_CLIENT, ...BY_THE_FLOW] : BY_THE_CLIENT;

/** A call fails for a while, and the purchase then completes as if nothing had failed. */
async function recovers(place: OperationCall, { fault, times, after }: TransientFault): Promise<void> {
  const sheet = await openBefore(place);
  const { server, handlers, steps } = sheet;
  const before = server.of(place.operation).length;
  server.fails(place.operation, FAULTS[fault], times);
  const reply = await settled(place.step.ask(handlers));
  expect(reply.value.kind).toMatch(/^(validated|update|ordered|complete)$/);
  expect(reply.after).toBe(after);
  expect(server.of(place.operation).length - before).toBe(times + 1);
  const at = steps.findIndex(({ name }) => name === place.step.name);
  for (const step of steps.slice(at + 1)) await settled(step.ask(handlers));
  handlers.closed({ kind: 'completed' });
  const inCheckout = sheet.wallet.forgets === 'never';
  expect(sheet.left).toEqual([inCheckout ? `${CHECKOUT_URL}&storefront_wallet=true` : ORDER_URL]);
  expect(sheet.told.map(({ name }) => name)).toEqual(['start', 'complete']);
  await assertOver(sheet);
  assertForgotten(sheet);
}

beforeEach(stopTime);
afterEach(restartTime);

describe.each(OPERATION_CALLS.map((place) => [operationCallName(place), place] as const))(
  '[4.19] [4.23] temporary faults are retried: %s',
  (_, place) => {
    for (const passing of passingAt(place))
      it(`${passing.fault}, ${passing.times} times`, () => recovers(place, passing));
  },
);
