import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULTS, type FaultName } from './test/faults.ts';
import { shownDialog } from './test/page.ts';
import { openBuilt } from './test/sheet.ts';
import { pass, restartTime, settled, stopTime } from './test/time.ts';
import type { WalletName } from './test/wallets.ts';

const REMOVAL = 'cartRemovePersonalData';

/** How often the removal is sent, and after how many milliseconds the client gives up. */
const EXPECTED: Readonly<Record<FaultName, readonly [sent: number, after: number]>> = {
  '401': [1, 0],
  '404': [1, 0],
  '429': [4, 3000],
  '429, come again in 2 s': [4, 6000],
  '429, come again in 30 s': [1, 10_000],
  '500': [1, 0],
  '503': [4, 3000],
  'malformed JSON': [1, 0],
  'a page of HTML': [1, 0],
  'an answer of another shape': [1, 0],
  'a GraphQL error': [1, 0],
  'a GraphQL refusal': [1, 0],
  'an unknown country': [1, 0],
  'a lost network': [1, 0],
  'no answer': [1, 10_000],
};

beforeEach(stopTime);
afterEach(restartTime);

describe.each<WalletName>(['Apple Pay', 'Google Pay'])('%s, cancelled: the removal fails', (wallet) => {
  it.each(Object.entries(EXPECTED))(
    '[4.14] %s: the flow does not wait for it, and only the console reports it',
    async (name, [sent, after]) => {
      const sheet = await openBuilt({ wallet, source: 'line' });
      const { server, handlers, steps } = sheet;
      for (const step of steps.slice(0, 2)) await settled(step.ask(handlers));
      server.fails(REMOVAL, FAULTS[name as FaultName]);
      handlers.closed({ kind: 'cancelled' });
      expect(sheet.isBusy()).toBe(false);
      await pass(after);
      expect(server.of(REMOVAL)).toHaveLength(sent);
      expect(vi.getTimerCount()).toBe(0);
      // The client does not read the answer's content.
      expect(console.warn).toHaveBeenCalledTimes(name === 'an answer of another shape' ? 0 : 1);
      expect(sheet.told.map((each) => each.name)).toEqual(['start']);
      expect(shownDialog()).toBeNull();
      expect(sheet.left).toEqual([]);
    },
  );
});
