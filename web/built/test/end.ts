import { expect, vi } from 'vitest';
import { CHECKOUT_URL } from '../../embed/test/api.ts';
import { ORDER_URL } from '../../embed/test/cart-data.ts';
import type { ExpectedEnd } from './expected.ts';
import { shownDialog } from './page.ts';
import type { BuiltSheet } from './sheet.ts';
import { pass, settled } from './time.ts';
import type { OperationCall } from './wallets.ts';

/** Longer than everything that may still be waited for: a sheet that never closes, a page that is not left. */
const LONG_MS = 120_000;

const REMOVAL = 'cartRemovePersonalData';

const toCheckout = (reason: ExpectedEnd['reason']): string => {
  // Row 4.08: a throttled cart has no flag.
  const flag = reason === null || reason === 'cart_throttled' ? '' : `&wallet_${reason}=true`;
  return `${CHECKOUT_URL}&storefront_wallet=true${flag}`;
};

/** The dialog of a cart that could not be made is the checkout's, any other the wallet's (row 8.01). */
const failureOf = ({ wallet }: BuiltSheet, { source, purpose }: OperationCall) =>
  source === 'line' && purpose === 'opening'
    ? { reason: 'checkout_unavailable', title: 'Transakce se nezdařila' }
    : {
        reason: 'wallet_unavailable',
        title: `Peněženka ${wallet.instrument.walletName} není k dispozici`,
      };

/** What the page was told since the sheet opened. */
const toldAfterStart = ({ told }: BuiltSheet): readonly string[] => told.slice(1).map(({ name }) => name);

/** The session is over: nothing answers, nothing is sent, nothing waits, and the next purchase can begin. */
export async function assertOver(sheet: BuiltSheet): Promise<void> {
  const { server, handlers, steps } = sheet;
  /** All but the removal, which comes with the end and may be repeated after it. */
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

/** Row 4.14: what was written of the buyer is removed once, though the page may be gone, or is needed. */
export function assertForgotten({ server, wallet, left }: BuiltSheet): void {
  const isWritten = server.names().includes('cartBuyerIdentityUpdate');
  const forgets = wallet.forgets === 'always' || (wallet.forgets === 'without an order' && left.length === 0);
  const removals = server.of(REMOVAL);
  expect(removals).toHaveLength(isWritten && forgets ? 1 : 0);
  for (const { init } of removals) expect(init.keepalive).toBe(true);
}

/** However often a submission is sent, it is one attempt. */
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

/** The buyer tries again what the sheet could not do, and gets to the end. */
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

/** What comes after the answer to a step that failed: what the buyer and the page are told, once, and nothing more. */
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
