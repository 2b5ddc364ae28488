import { expect, vi } from 'vitest';
import { CHECKOUT_URL } from '../../embed/test/api.ts';
import { ORDER_URL } from '../../embed/test/cart-data.ts';
import type { ExpectedEnd } from './expected.ts';
import { shownDialog } from './page.ts';
import type { BuiltSheet } from './sheet.ts';
import { pass, settled } from './time.ts';
import type { OperationCall } from './wallets.ts';

/** Longer than any pending wait: a sheet that never closes, a navigation that never happens. */
const LONG_MS = 120_000;

const REMOVAL = 'cartRemovePersonalData';

const toCheckout = (reason: ExpectedEnd['reason']): string => {
  // Row 4.08: a throttled cart adds no flag to the URL.
  const flag = reason === null || reason === 'cart_throttled' ? '' : `&wallet_${reason}=true`;
  return `${CHECKOUT_URL}&storefront_wallet=true${flag}`;
};

/** A cart that could not be created shows the checkout's dialog, any other failure the wallet's (row 8.01). */
const failureOf = ({ wallet }: BuiltSheet, { source, purpose }: OperationCall) =>
  source === 'line' && purpose === 'opening'
    ? { reason: 'checkout_unavailable', title: 'Transakce se nezdařila' }
    : {
        reason: 'wallet_unavailable',
        title: `Peněženka ${wallet.instrument.walletName} není k dispozici`,
      };

/** The events that the page received since the sheet opened. */
const toldAfterStart = ({ told }: BuiltSheet): readonly string[] => told.slice(1).map(({ name }) => name);

/** Asserts that the session is over: no handler answers, no call is sent, no timer runs, and the next purchase can begin. */
export async function assertOver(sheet: BuiltSheet): Promise<void> {
  const { server, handlers, steps } = sheet;
  /** The calls without the removal, which is sent at the end and may be repeated after it. */
  const calls = (): readonly string[] => server.names().filter((name) => name !== REMOVAL);
  const sent = calls();
  await pass(LONG_MS);
  expect(vi.getTimerCount()).toBe(0);
  expect(sheet.isBusy()).toBe(false);
  const told = sheet.told.length;
  for (const step of steps) expect((await settled(step.ask(handlers))).value.kind).toBe('end');
  handlers.closed({ kind: 'cancelled' });
  handlers.closed({ kind: 'failed', code: 'LATE' });
  await pass(LONG_MS);
  expect(calls()).toEqual(sent);
  expect(sheet.told.length).toBe(told);
}

/** Row 4.14: the buyer's data is removed once, even if the page is gone, unless a later step needs it. */
export function assertForgotten({ server, wallet, left }: BuiltSheet): void {
  const isWritten = server.names().includes('cartBuyerIdentityUpdate');
  const forgets = wallet.forgets === 'always' || (wallet.forgets === 'without an order' && left.length === 0);
  const removals = server.of(REMOVAL);
  expect(removals).toHaveLength(isWritten && forgets ? 1 : 0);
  for (const { init } of removals) expect(init.keepalive).toBe(true);
}

/** All submissions carry the same attempt token. */
function assertOneAttempt({ server }: BuiltSheet): void {
  const tokens = server.of('cartSubmitForCompletion').map(({ variables }) => variables['attemptToken']);
  expect(new Set(tokens).size).toBeLessThanOrEqual(1);
}

function assertTold(sheet: BuiltSheet, place: OperationCall, { end, reason }: ExpectedEnd): void {
  const { reason: failed, title } = failureOf(sheet, place);
  const instrument = sheet.wallet.instrument.name;
  const detail = sheet.told.at(-1)?.detail;
  if (end === 'checkout') {
    const redirectUrl = toCheckout(reason);
    expect(toldAfterStart(sheet)).toEqual(['complete']);
    expect(detail).toEqual({ instrument, redirectUrl, decelerationReason: reason });
    expect(sheet.left).toEqual([redirectUrl]);
    expect(shownDialog()).toBeNull();
    return;
  }
  expect(toldAfterStart(sheet)).toEqual(['error']);
  expect(detail).toMatchObject({ instrument, reason: failed });
  expect(sheet.left).toEqual([]);
  if (end === 'report') expect(shownDialog()).toBeNull();
  else expect(shownDialog()).toEqual({ title, text: detail?.['message'] });
}

/** The buyer retries the failed step, and completes the purchase. */
async function tryAgain(sheet: BuiltSheet, { step }: OperationCall): Promise<void> {
  const { server, handlers, steps } = sheet;
  expect(sheet.told.map(({ name }) => name)).toEqual(['start']);
  server.heal();
  const at = steps.findIndex(({ name }) => name === step.name);
  for (const each of steps.slice(at))
    expect((await settled(each.ask(handlers))).value.kind).toMatch(/^(update|complete)$/);
  handlers.closed({ kind: 'completed' });
  expect(sheet.left).toEqual([ORDER_URL]);
  expect(toldAfterStart(sheet)).toEqual(['complete']);
}

/** Asserts the outcome of a failed step: what the buyer and the page are told, once, and nothing more. */
export async function assertEnd(
  sheet: BuiltSheet,
  place: OperationCall,
  expected: ExpectedEnd,
): Promise<void> {
  if (expected.end === 'sheet') await tryAgain(sheet, place);
  else {
    sheet.handlers.closed(sheet.wallet.closesAfter(place.step));
    await pass(0);
    assertTold(sheet, place, expected);
    assertOneAttempt(sheet);
  }
  await assertOver(sheet);
  assertForgotten(sheet);
}
