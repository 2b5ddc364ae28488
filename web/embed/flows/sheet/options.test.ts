// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { SHEET_OPTIONS_MAX } from '../../constants.ts';
import { readSnapshot } from '../../cart/snapshot.ts';
import { group, option, snapshotFields } from '../../test/sheet.ts';
import { selectedOptionId, selectionOf, sheetOptions } from './options.ts';

/** The groups of a cart: each with an id, the ways that it can go, and perhaps the one that is selected. */
const groupsOf = (...groups: readonly [id: string, options: readonly object[], selected?: string][]) =>
  readSnapshot(
    snapshotFields({
      deliveryGroups: {
        nodes: groups.map(([id, deliveryOptions, handle]) =>
          group({ id, deliveryOptions, selectedDeliveryOption: handle === undefined ? null : { handle } }),
        ),
      },
    }),
  );
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => option(`${prefix}${at}`));
const crowns = (amount: string) => ({ amount, currencyCode: 'CZK' });

describe('what a sheet offers', () => {
  it('[5.11] delivery to an address, never a place to collect at', () => {
    const cart = groupsOf([
      'one',
      ['SHIPPING', 'LOCAL', 'PICK_UP', 'PICKUP_POINT', 'RETAIL', 'NONE'].map((deliveryMethodType) =>
        option(deliveryMethodType.toLowerCase(), { deliveryMethodType }),
      ),
    ]);
    expect(sheetOptions(cart).map(({ id }) => id)).toEqual(['shipping', 'local']);
    expect(selectionOf('pick_up', cart.groups)).toBeNull();
  });

  it('nothing where nothing is delivered', () => {
    expect(sheetOptions(groupsOf())).toEqual([]);
  });

  it('a title, or else the handle; the promise and the description, as far as there are any', () => {
    const cart = groupsOf([
      'one',
      [
        option('a', { title: 'Balík', deliveryPromise: 'Zítra', description: 'Až k vám' }),
        option('b', { title: '', deliveryPromise: 'Zítra' }),
        option('c', { title: 'Dopis', description: 'Do schránky', estimatedCost: crowns('12.50') }),
        option('d', { title: 'Kurýr' }),
      ],
    ]);
    expect(sheetOptions(cart)).toEqual([
      { id: 'a', label: 'Balík', detail: 'Zítra · Až k vám', minor: 9900 },
      { id: 'b', label: 'b', detail: 'Zítra', minor: 9900 },
      { id: 'c', label: 'Dopis', detail: 'Do schránky', minor: 1250 },
      { id: 'd', label: 'Kurýr', detail: '', minor: 9900 },
    ]);
  });

  it('[5.11] of several groups: what differs is joined, what is the same is said once, and the costs are summed', () => {
    const promised = { deliveryPromise: 'Zítra' };
    const cart = groupsOf(
      ['one', [option('a', { title: 'Balík', ...promised })]],
      [
        'two',
        [
          option('b', { title: 'Balík', ...promised, estimatedCost: crowns('50.00') }),
          option('c', { title: 'Kurýr', deliveryPromise: 'Dnes' }),
        ],
      ],
    );
    expect(sheetOptions(cart)).toEqual([
      { id: 'a,b', label: 'Balík', detail: 'Zítra', minor: 14_900 },
      { id: 'a,c', label: 'Balík + Kurýr', detail: 'Zítra + Dnes', minor: 19_800 },
    ]);
  });

  it('so many combinations, and no more', () => {
    const some = groupsOf(['one', numbered('a', SHEET_OPTIONS_MAX / 5)], ['two', numbered('b', 5)]);
    expect(sheetOptions(some)).toHaveLength(SHEET_OPTIONS_MAX);
    const many = groupsOf(['one', numbered('a', 7)], ['two', numbered('b', 5)]);
    expect(sheetOptions(many).map(({ id }) => id)).toEqual(
      Array.from({ length: SHEET_OPTIONS_MAX }, (_, at) => `a${Math.floor(at / 5)},b${at % 5}`),
    );
  });
});

describe('[5.11] [5.14] what an id selects', () => {
  const { groups } = groupsOf(['one', [option('a'), option('b')]], ['two', [option('c'), option('a')]]);

  it.each([
    [
      'a handle for each group',
      'b,c',
      [
        { deliveryGroupId: 'one', deliveryOptionHandle: 'b' },
        { deliveryGroupId: 'two', deliveryOptionHandle: 'c' },
      ],
    ],
    [
      'the groups in another order',
      'c,b',
      [
        { deliveryGroupId: 'one', deliveryOptionHandle: 'b' },
        { deliveryGroupId: 'two', deliveryOptionHandle: 'c' },
      ],
    ],
    ['a group without a handle', 'b', null],
    ['a handle that no group has', 'b,c,x', null],
    ['two options of one group', 'a,b,c', null],
    ['no handle at all', '', null],
  ])('%s', (_, id, expected) => {
    expect(selectionOf(id, groups)).toEqual(expected);
  });

  it('nothing where there are no groups', () => {
    expect(selectionOf('', [])).toBeNull();
    expect(selectionOf('a', [])).toBeNull();
  });
});

describe('[5.11] what a cart has selected', () => {
  const point = option('point', { deliveryMethodType: 'PICKUP_POINT' });

  it.each([
    [
      'an offered option of every group',
      groupsOf(['one', [option('a')], 'a'], ['two', [option('b')], 'b']),
      'a,b',
    ],
    ['a place to collect at', groupsOf(['one', [option('a'), point], 'point']), null],
    ['nothing for one of the groups', groupsOf(['one', [option('a')], 'a'], ['two', [option('a')]]), null],
    ['nothing', groupsOf(['one', [option('a')]]), null],
    ['what does not exist any more', groupsOf(['one', [option('a')], 'b']), null],
    ['nothing, as nothing is delivered', groupsOf(), null],
  ])('%s', (_, cart, expected) => {
    expect(selectedOptionId(cart)).toBe(expected);
  });
});
