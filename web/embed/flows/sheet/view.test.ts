// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../cart/snapshot.ts';
import { costing, group, option, snapshotFields } from '../../test/sheet.ts';
import { selectionOf } from './options.ts';
import { sheetView } from './view.ts';

const view = (over: Record<string, unknown> = {}) => sheetView(readSnapshot(snapshotFields(over)));
const crowns = (amount: string) => ({ amount, currencyCode: 'CZK' });

describe('the view of a cart', () => {
  it('[5.18] tax included in the prices is shown, not added', () => {
    expect(view().totals.lines).toEqual([
      { kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 },
      { kind: 'line', label: 'Doprava', minor: 9900 },
      { kind: 'tax', label: 'Včetně DPH', minor: 24_107 },
    ]);
  });

  it('[5.18] tax on top is added', () => {
    const cost = {
      ...costing('1660.07'),
      subtotalAmount: crowns('1290.00'),
      totalTaxAmount: crowns('271.07'),
      taxesIncluded: false,
    };
    const { minor, lines } = view({ cost }).totals;
    expect(lines.at(-1)).toEqual({ kind: 'tax', label: 'Daň', minor: 27_107 });
    expect(lines.reduce((sum, line) => sum + line.minor, 0)).toBe(minor);
  });

  it('[5.18] tax on top is added where gift cards pay a part', () => {
    const cost = {
      ...costing('572.50'),
      subtotalAmount: crowns('1000.00'),
      totalTaxAmount: crowns('72.50'),
      taxesIncluded: false,
    };
    const appliedGiftCards = [{ amountUsed: crowns('500.00') }];
    expect(view({ cost, appliedGiftCards, deliveryGroups: { nodes: [] } }).totals.lines).toEqual([
      { kind: 'subtotal', label: 'Mezisoučet', minor: 100_000 },
      { kind: 'line', label: 'Dárkové karty', minor: -50_000 },
      { kind: 'tax', label: 'Daň', minor: 7250 },
    ]);
  });

  it('[5.18] tax that the prices contain stays said where gift cards pay a part', () => {
    const cost = {
      ...costing('889.00'),
      subtotalAmount: crowns('1290.00'),
      totalTaxAmount: crowns('241.07'),
    };
    const { lines } = view({ cost, appliedGiftCards: [{ amountUsed: crowns('500.00') }] }).totals;
    expect(lines[0]).toEqual({ kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 });
    expect(lines.at(-1)).toEqual({ kind: 'tax', label: 'Včetně DPH', minor: 24_107 });
  });

  it('[5.18] the server says whether prices hold the tax: sums that fit by chance mean nothing', () => {
    // 100 less a discount of 10, and 10 of tax: the goods cost 100, with the tax in them or without.
    const cost = { ...costing('100.00'), totalTaxAmount: crowns('10.00') };
    const discountAllocations = [{ discountedAmount: crowns('10.00') }];
    const goods = (taxesIncluded: boolean) =>
      view({ cost: { ...cost, taxesIncluded }, discountAllocations, deliveryGroups: { nodes: [] } }).totals;
    expect(goods(true).lines).toEqual([
      { kind: 'subtotal', label: 'Mezisoučet', minor: 11_000 },
      { kind: 'line', label: 'Slevy', minor: -1000 },
      { kind: 'tax', label: 'Včetně DPH', minor: 1000 },
    ]);
    expect(goods(false).lines).toEqual([
      { kind: 'subtotal', label: 'Mezisoučet', minor: 10_000 },
      { kind: 'line', label: 'Slevy', minor: -1000 },
      { kind: 'tax', label: 'Daň', minor: 1000 },
    ]);
  });

  it('[5.18] whatever the subtotal counts in, what is added makes the total', () => {
    const amount = fc.nat(10_000_000);
    fc.assert(
      fc.property(amount, amount, amount, (total, subtotal, discount) => {
        const decimal = (minor: number) => crowns((minor / 100).toFixed(2));
        const { totals } = view({
          cost: { ...costing('0'), totalAmount: decimal(total), subtotalAmount: decimal(subtotal) },
          discountAllocations: [{ discountedAmount: decimal(discount) }],
        });
        const added = totals.lines.filter(({ kind }) => kind !== 'tax');
        expect(added.reduce((sum, { minor }) => sum + minor, 0)).toBe(total);
      }),
    );
  });

  it('[5.18] discounts and gift cards stand as lines of their own, and still make the total', () => {
    const { minor, lines } = view({
      cost: { ...costing('589.00'), subtotalAmount: crowns('1290.00') },
      discountAllocations: [{ discountedAmount: crowns('300.00') }],
      appliedGiftCards: [{ amountUsed: crowns('400.00') }, { amountUsed: crowns('100.00') }],
    }).totals;
    const added = lines.filter(({ kind }) => kind !== 'tax');
    expect(added.reduce((sum, line) => sum + line.minor, 0)).toBe(minor);
    expect(added).toContainEqual({ kind: 'line', label: 'Slevy', minor: -30_000 });
    expect(added).toContainEqual({ kind: 'line', label: 'Dárkové karty', minor: -50_000 });
    expect(added[0]).toEqual({ kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 });
  });

  it('[5.18] discounts of the whole cart and of its lines are one', () => {
    const discounted = (amount: string) => [{ discountedAmount: crowns(amount) }];
    const { nodes } = snapshotFields()['lines'] as { nodes: object[] };
    const lines = { nodes: nodes.map((line) => ({ ...line, discountAllocations: discounted('40.00') })) };
    const { totals } = view({ cost: costing('1049.00'), discountAllocations: discounted('300.00'), lines });
    expect(totals.lines).toEqual([
      { kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 },
      { kind: 'line', label: 'Slevy', minor: -34_000 },
      { kind: 'line', label: 'Doprava', minor: 9900 },
    ]);
  });

  it('[5.18] duty is added, and makes the total with the goods', () => {
    const cost = { ...costing('1500.00'), totalDutyAmount: crowns('111.00') };
    expect(view({ cost }).totals).toEqual({
      currencyCode: 'CZK',
      label: 'Celkem',
      minor: 150_000,
      lines: [
        { kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 },
        { kind: 'line', label: 'Doprava', minor: 9900 },
        { kind: 'line', label: 'Clo', minor: 11_100 },
      ],
    });
  });

  it('[5.18] delivery for nothing is shown; tax and duty of nothing, and delivery that is not chosen, are not', () => {
    const nothing = crowns('0.00');
    const cost = { ...costing('1290.00'), totalTaxAmount: nothing, totalDutyAmount: nothing };
    const goods = { kind: 'subtotal', label: 'Mezisoučet', minor: 129_000 };
    const free = group({ deliveryOptions: [option('ppl', { estimatedCost: nothing })] });
    expect(view({ cost, deliveryGroups: { nodes: [free] } }).totals.lines).toEqual([
      goods,
      { kind: 'line', label: 'Doprava', minor: 0 },
    ]);
    const open = group({ selectedDeliveryOption: null });
    expect(view({ cost, deliveryGroups: { nodes: [open] } }).totals.lines).toEqual([goods]);
  });

  it('[5.18] the chosen place to collect at costs what it costs, though no sheet offers it', () => {
    const place = option('box', { deliveryMethodType: 'PICKUP_POINT', estimatedCost: crowns('65.00') });
    const chosen = group({
      selectedDeliveryOption: { handle: 'box' },
      deliveryOptions: [option('ppl'), place],
    });
    const { totals, options, selectedOptionId } = view({
      cost: costing('1355.00'),
      deliveryGroups: { nodes: [chosen, group({ id: 'group-2' })] },
    });
    expect(totals.lines).toContainEqual({ kind: 'line', label: 'Doprava', minor: 16_400 });
    expect(options.map(({ id }) => id)).toEqual(['ppl,ppl']);
    expect(selectedOptionId).toBeNull();
  });

  it('[5.16] recurring payments are shown, not added', () => {
    const allocation = {
      priceAdjustments: [{ price: { amount: '199.00' } }, { price: { amount: '1225.50' } }],
      sellingPlan: {
        id: 'gid://shopify/SellingPlan/3',
        billingPolicy: { interval: 'MONTH', intervalCount: 2 },
        priceAdjustments: [{ orderCount: 3 }, { orderCount: null }],
      },
    };
    const line = {
      quantity: 2,
      discountAllocations: [],
      merchandise: { requiresShipping: true },
      sellingPlanAllocation: allocation,
    };
    const before = view().totals;
    const { minor, lines } = view({ lines: { nodes: [line] } }).totals;
    expect(minor).toBe(before.minor);
    expect(lines.slice(before.lines.length)).toEqual([
      {
        kind: 'recurring',
        label: 'Předplatné každé 2\u00a0měsíce, první 3\u00a0platby',
        minor: 39_800,
        schedule: { interval: 'MONTH', intervalCount: 2 },
      },
      {
        kind: 'recurring',
        label: 'Předplatné každé 2\u00a0měsíce, dále',
        minor: 245_100,
        schedule: { interval: 'MONTH', intervalCount: 2 },
      },
    ]);
  });

  it('[5.11] several groups: one option per group, handles joined by commas, costs summed', () => {
    const second = group({
      id: 'group-2',
      selectedDeliveryOption: { handle: 'kuryr' },
      deliveryOptions: [option('kuryr'), option('misto', { deliveryMethodType: 'PICK_UP' })],
    });
    const { options, selectedOptionId } = view({ deliveryGroups: { nodes: [group(), second] } });
    expect(options.map(({ id, minor }) => [id, minor])).toEqual([
      ['ppl,kuryr', 19_800],
      ['posta,kuryr', 19_800],
    ]);
    expect(selectedOptionId).toBe('ppl,kuryr');
  });

  it('[5.11] groups that share options go the same way, for the sum of both', () => {
    const handles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const shared = (id: string): unknown =>
      group({
        id,
        selectedDeliveryOption: { handle: 'b' },
        deliveryOptions: handles.map((handle) => option(handle)),
      });
    const cart = readSnapshot(snapshotFields({ deliveryGroups: { nodes: [shared('one'), shared('two')] } }));
    const { options, selectedOptionId } = sheetView(cart);
    expect(options.map(({ id, minor }) => [id, minor])).toEqual(
      handles.map((handle) => [`${handle},${handle}`, 19_800]),
    );
    expect(selectedOptionId).toBe('b,b');
    expect(selectionOf('b,b', cart.groups)).toEqual([
      { deliveryGroupId: 'one', deliveryOptionHandle: 'b' },
      { deliveryGroupId: 'two', deliveryOptionHandle: 'b' },
    ]);
  });

  it('[5.11] where a group can go no way that a sheet offers, nothing is offered', () => {
    const point = option('point', { deliveryMethodType: 'PICKUP_POINT' });
    const heavy = group({ id: 'two', selectedDeliveryOption: null, deliveryOptions: [point] });
    expect(view({ deliveryGroups: { nodes: [group(), heavy] } }).options).toEqual([]);
  });

  it('[5.14] a handle that matches two options of a group is no choice', () => {
    const { groups } = readSnapshot(
      snapshotFields({ deliveryGroups: { nodes: [group({ deliveryOptions: [option('a'), option('a')] })] } }),
    );
    expect(selectionOf('a', groups)).toBeNull();
  });
});
