import type { Cart, DeliveryOption, Money } from '../api/model.ts';
import { minus } from '../format/money.ts';
import { deliveryTitle } from '../texts/delivery.ts';
import { groupTitle } from './delivery-methods.ts';
import type { FormValues } from './fields.ts';
import { chosenOption, deliveryIsNews } from './reconcile.ts';

interface Priced {
  readonly cart: Cart;
  readonly form: FormValues;
}

/** The amount due by the chosen method: shown, authorised and ordered. */
export function amountDue({ cart, form }: Priced): Money {
  return form.payment === 'cash_on_delivery' ? cart.cashTotal : cart.total;
}

/** What rounding adds to the amount due; negative if it takes off. */
export const roundingOf = (state: Priced): string => minus(amountDue(state).amount, state.cart.total.amount);

/** A delivery in the summary. */
export interface DeliveryRow {
  readonly label: string;
  /** The chosen option; null if none is chosen. */
  readonly option: DeliveryOption | null;
}

/** A delivery for each group; one while no group is known, none if nothing is shipped. */
export function deliveryRows({ cart, form }: Priced): readonly DeliveryRow[] {
  if (!cart.requiresShipping) return [];
  if (cart.groups.length === 0) return [{ label: deliveryTitle(null), option: null }];
  return cart.groups.map((group) => ({ label: groupTitle(group, cart), option: chosenOption(form, group) }));
}

const lacksDelivery = (state: Priced): boolean =>
  deliveryRows(state).some(({ option }) => option === null) ||
  state.cart.groups.some(({ selectedHandle }) => selectedHandle === null);

/** Whether the cart's total is what the buyer will pay. */
export const totalIsWhole = (state: Priced): boolean => !lacksDelivery(state) && !deliveryIsNews(state);

/** What the cart's total contains. */
export function totalLabel(state: Priced): string {
  if (lacksDelivery(state)) return 'Celkem bez dopravy';
  return deliveryIsNews(state) ? 'Celkem před změnou dopravy' : 'Celkem k úhradě';
}
