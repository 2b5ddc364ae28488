import { afterEach, describe, expect, it } from 'vitest';
import { Recurring } from '../src/views/Recurring.tsx';
import { type RenderedView, draw } from './render.tsx';
import type { Cart } from '../src/api/model.ts';
import { cart, czk, line } from './support.ts';

let drawn: RenderedView | null = null;

afterEach(() => {
  drawn?.unmount();
  drawn = null;
});

/** Costs 150 for some payments and 200 afterwards. */
const planned = (orders: number) => ({
  quantity: 1,
  interval: 'MONTH',
  intervalCount: 1,
  prices: [
    { minor: 15_000, orders },
    { minor: 20_000, orders: Infinity },
  ],
});

async function shown(ends: readonly number[], other: Partial<Cart> = {}): Promise<string> {
  const lines = ends.map((orders, at) => line(String(at), { planned: planned(orders) }));
  drawn = await draw(<Recurring cart={cart({ lines, ...other })} />);
  return drawn.container.textContent.replaceAll('\u00a0', ' ');
}

describe('what is paid again and again', () => {
  it.each([
    ['three', [2, 5], ['první 2 platby300 Kč', 'další 3 platby350 Kč', 'dále400 Kč']],
    ['four', [1, 2, 7], ['první platba450 Kč', 'další platba500 Kč', 'dalších 5 plateb550 Kč', 'dále600 Kč']],
  ])('[5.16] %s phases of one schedule say how long each holds', async (_, ends, expected) => {
    const rows = expected.map((phase) => `Měsíční předplatné, ${phase}`);
    expect(await shown(ends)).toContain(rows.join(''));
  });

  const duty = czk('50.00');
  it.each<[string, Partial<Cart>, string]>([
    ['goods that are sent', {}, 'K uvedeným částkám přičteme dopravu. '],
    ['what is not sent', { requiresShipping: false }, ''],
    ['prices without tax', { taxIncluded: false }, 'K uvedeným částkám přičteme dopravu a daň. '],
    [
      'what is not sent, without tax',
      { requiresShipping: false, taxIncluded: false },
      'K uvedeným částkám přičteme daň. ',
    ],
    [
      'goods that duty is paid for',
      { taxIncluded: false, duty },
      'K uvedeným částkám přičteme dopravu, clo a daň. ',
    ],
  ])('[5.16] says what comes on top: %s', async (_, other, text) => {
    expect(await shown([3], other)).toContain(`dokud předplatné nezrušíte. ${text}Zásady předplatného`);
  });
});
