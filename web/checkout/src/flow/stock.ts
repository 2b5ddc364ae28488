import type { Cart, CartWarning } from '../api/model.ts';
import type { StockShortage } from './state.ts';

/** Finds lines with insufficient stock: sold out, with a warning, or with a lower quantity than before. */
export function stockTrouble(
  cart: Cart,
  before: { readonly cart: Cart; readonly stock: StockShortage | null } | null,
  warnings: readonly CartWarning[] = [],
): StockShortage | null {
  const soldOut: string[] = [];
  const lowered: string[] = [];
  for (const line of cart.lines) {
    if (line.quantity === 0) soldOut.push(line.id);
    else if (isLowered(line, before, warnings)) lowered.push(line.id);
  }
  return soldOut.length === 0 && lowered.length === 0 ? null : { soldOut, lowered };
}

function isLowered(
  line: Cart['lines'][number],
  before: { readonly cart: Cart; readonly stock: StockShortage | null } | null,
  warnings: readonly CartWarning[],
): boolean {
  const warned = warnings.some(
    (warning) =>
      warning.code === 'MERCHANDISE_NOT_ENOUGH_STOCK' &&
      (warning.target === line.id || warning.target === line.merchandiseId),
  );
  const earlier = before?.cart.lines.find((each) => each.id === line.id);
  const fell = earlier !== undefined && earlier.quantity > line.quantity;
  const known = before?.stock?.lowered.includes(line.id) ?? false;
  return warned || fell || known;
}

/** Whether every line is sold out. */
export function nothingLeft(cart: Cart): boolean {
  return cart.lines.every((line) => line.quantity === 0);
}

/**
 * The change that accepts the remaining stock: removes sold-out lines (quantity 0), keeps the shown quantity of the
 * others.
 */
export function acceptingLines(
  cart: Cart,
  stock: StockShortage,
): readonly { readonly id: string; readonly quantity: number }[] {
  return cart.lines
    .filter((line) => stock.soldOut.includes(line.id) || stock.lowered.includes(line.id))
    .map((line) => ({ id: line.id, quantity: line.quantity }));
}
