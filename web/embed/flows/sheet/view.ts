import type { CartSnapshot } from '../../cart/snapshot.ts';
import { recurringTotals } from '../../cart/recurring.ts';
import { recurringLabel } from '../../i18n/recurring.cs.ts';
import {
  DISCOUNTS,
  DUTIES,
  GIFT_CARDS,
  SHIPPING,
  SUBTOTAL,
  TAX,
  TAX_INCLUDED,
  TOTAL,
} from '../../i18n/sheet.cs.ts';
import type { SheetLine, SheetTotals, SheetView } from '../../wallets/protocol.ts';
import { selectedOptionId, sheetOptions } from './options.ts';

/** What the selected delivery costs, whether or not a sheet offers it. */
function deliveryCost({ groups }: CartSnapshot): number | null {
  const costs = groups.flatMap(({ options, selectedHandle }) =>
    options.filter(({ handle }) => handle === selectedHandle).map(({ minor }) => minor),
  );
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

/** Recurring payments in chronological order. They are not part of the total. */
const recurring = ({ lines }: CartSnapshot): SheetLine[] =>
  recurringTotals(lines.map(({ planned }) => planned)).map(
    ({ interval, intervalCount, minor, orders, later }) => ({
      kind: 'recurring',
      label: recurringLabel(interval, intervalCount, orders, later),
      minor,
      schedule: { interval, intervalCount },
    }),
  );

/**
 * The price lines. They always add up to the total, whatever the server's subtotal includes: the goods are the total
 * less all other lines.
 */
function lines(cart: CartSnapshot): readonly SheetLine[] {
  const { total, tax, taxIncluded, duty, cartDiscounts, lineDiscounts, giftCards } = cart.cost;
  const delivery = deliveryCost(cart);
  const discount = cartDiscounts + lineDiscounts;
  const addedTax = taxIncluded ? 0 : (tax ?? 0);
  const goods = total - (delivery ?? 0) - (duty ?? 0) - addedTax + discount + giftCards;
  const found: SheetLine[] = [{ kind: 'subtotal', label: SUBTOTAL, minor: goods }];
  if (discount > 0) found.push({ kind: 'line', label: DISCOUNTS, minor: -discount });
  if (delivery !== null) found.push({ kind: 'line', label: SHIPPING, minor: delivery });
  if (giftCards > 0) found.push({ kind: 'line', label: GIFT_CARDS, minor: -giftCards });
  if (duty) found.push({ kind: 'line', label: DUTIES, minor: duty });
  if (tax) found.push({ kind: 'tax', label: taxIncluded ? TAX_INCLUDED : TAX, minor: tax });
  return [...found, ...recurring(cart)];
}

/** The totals as a sheet shows them. */
export const sheetTotals = (cart: CartSnapshot): SheetTotals => ({
  currencyCode: cart.cost.currencyCode,
  label: TOTAL,
  minor: cart.cost.total,
  lines: lines(cart),
});

/** The view of one revision of a cart. */
export const sheetView = (cart: CartSnapshot): SheetView => ({
  totals: sheetTotals(cart),
  options: sheetOptions(cart),
  selectedOptionId: selectedOptionId(cart),
});
