import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { costing, snapshotFields } from '../embed/test/cart-data.ts';
import { loadChunk } from './test/chunks.ts';
import { assertOver } from './test/end.ts';
import { FAULTS, type FaultName } from './test/faults.ts';
import { openBuilt, type BuiltSheet } from './test/sheet.ts';
import { restartTime, settled, stopTime } from './test/time.ts';

/** The query of the cart with its carrier rates. A sheet that created its cart sends no other cart query. */
const RATES = 'cart';
const KNOWN = { kind: 'update', view: { totals: { minor: 138_900 } } };

/** How often the rates are requested, and after how many milliseconds the sheet shows the known prices. */
const EXPECTED: Readonly<Record<Exclude<FaultName, SlowFault>, readonly [sent: number, after: number]>> = {
  '401': [1, 0],
  '404': [1, 0],
  '429': [4, 3000],
  '429, come again in 2 s': [4, 6000],
  '500': [1, 0],
  '503': [4, 3000],
  'malformed JSON': [1, 0],
  'a page of HTML': [1, 0],
  'an answer of another shape': [1, 0],
  'a GraphQL error': [1, 0],
  'a GraphQL refusal': [1, 0],
  'an unknown country': [1, 0],
  'a lost network': [1, 0],
};

/** These faults last until the step's deadline. */
type SlowFault = '429, come again in 30 s' | 'no answer';
const SLOW: readonly SlowFault[] = ['429, come again in 30 s', 'no answer'];

/** Google's sheet with a cart that it created, in a shop with carrier rates. */
async function openRated(): Promise<BuiltSheet> {
  // Reading it from the disk takes time that no test can stop.
  await loadChunk('rates');
  const sheet = await openBuilt({ wallet: 'Google Pay', source: 'line', enabledFlags: ['carrier_rates'] });
  await settled(sheet.handlers.opened());
  return sheet;
}

/** Chooses an address, which makes the flow request the rates. */
function choose({ steps, handlers }: BuiltSheet): ReturnType<(typeof steps)[number]['ask']> {
  const [, address] = steps;
  if (!address) throw new Error('The wallet has no such step');
  return address.ask(handlers);
}

beforeEach(stopTime);
afterEach(restartTime);

describe('[7.12] the chunk for carrier rates', () => {
  it('shows the rates', async () => {
    const sheet = await openRated();
    sheet.server.answers(RATES, snapshotFields({ cost: costing('1413.50') }));
    const { value } = await settled(choose(sheet));
    expect(value).toMatchObject({ kind: 'update', view: { totals: { minor: 141_350 } } });
  });

  it.each(Object.entries(EXPECTED))('%s: shows the known prices', async (name, [sent, after]) => {
    const sheet = await openRated();
    sheet.server.fails(RATES, FAULTS[name as FaultName]);
    const reply = await settled(choose(sheet));
    expect(reply).toMatchObject({ value: KNOWN, after });
    expect(sheet.server.of(RATES)).toHaveLength(sent);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.told.map((each) => each.name)).toEqual(['start']);
    await assertOver(sheet);
  });

  it.each(SLOW)('[4.17] %s: the step ends at its deadline, and the sheet stays open', async (name) => {
    const sheet = await openRated();
    sheet.server.fails(RATES, FAULTS[name]);
    const reply = await settled(choose(sheet));
    expect(reply).toMatchObject({
      value: { kind: 'show_error', errors: [{ code: 'TIMEOUT' }] },
      after: 20_000,
    });
    sheet.server.heal();
    expect((await settled(choose(sheet))).value).toMatchObject(KNOWN);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.told.map((each) => each.name)).toEqual(['start']);
    await assertOver(sheet);
  });
});
