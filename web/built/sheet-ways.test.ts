import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECKOUT_URL } from '../embed/test/api.ts';
import { ORDER_URL } from '../embed/test/cart-data.ts';
import { openBuilt } from './test/sheet.ts';
import { pass, restartTime, settled, stopTime } from './test/time.ts';
import { WALLETS, type Source, type WalletName } from './test/wallets.ts';

beforeEach(stopTime);
afterEach(restartTime);

const WAYS: readonly (readonly [WalletName, string])[] = [
  ['Apple Pay', '[4.10] [4.13]'],
  ['Apple Pay for digital goods', '[4.10] [4.12]'],
  ['Google Pay', '[4.22] [4.23]'],
  ['PayPal', '[4.19]'],
  ['Venmo', '[4.19]'],
];

describe.each(WAYS)('%s, if nothing fails', (wallet, rows) => {
  it.each<Source>(['line', 'cart'])(
    `${rows} [4.14] sends each call once, from a %s to the end`,
    async (source) => {
      const sheet = await openBuilt({ wallet, source });
      const { forgets } = WALLETS[wallet];
      for (const step of sheet.steps) {
        const { value, after } = await settled(step.ask(sheet.handlers));
        expect(value.kind).toMatch(/^(validated|update|ordered|complete)$/);
        expect(after).toBe(0);
      }
      sheet.handlers.closed({ kind: 'completed' });
      await pass(0);
      expect(sheet.left).toEqual([
        forgets === 'never' ? `${CHECKOUT_URL}&storefront_wallet=true` : ORDER_URL,
      ]);
      const operations = sheet.steps.flatMap(({ sends }) => sends.map(([operation]) => operation));
      expect(sheet.server.names()).toEqual([
        ...operations,
        ...(forgets === 'always' ? ['cartRemovePersonalData'] : []),
      ]);
      expect(sheet.told.map(({ name }) => name)).toEqual(['start', 'complete']);
      await pass(120_000);
      expect(vi.getTimerCount()).toBe(0);
      expect(sheet.isBusy()).toBe(false);
    },
  );
});
