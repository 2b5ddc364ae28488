import type { Cart, DeliveryGroup, DeliveryOption } from '../api/model.ts';
import type { OfferedPayment } from '../bootstrap/data.ts';
import { isZero } from '../format/money.ts';
import type { PurchaseType } from '../purchase-type.ts';
import { type DeliveryChoice, type FormValues, type PaymentChoice, UNCHOSEN } from './fields.ts';

/** Adapts the choices to the cart's current offers: an option that is gone is no longer chosen. */
export function reconcile(form: FormValues, cart: Cart, payments: readonly OfferedPayment[]): FormValues {
  const delivered = cart.groups.reduce(reconcileDelivery, form);
  const applicable = applicablePayments(payments, cart, delivered);
  const payment =
    delivered.payment !== null && applicable.includes(delivered.payment) ? delivered.payment : null;
  return payment === delivered.payment ? delivered : { ...delivered, payment };
}

/**
 * The form without the choices of groups whose chosen option has become something else, which this page did not know yet:
 * they are made again by whoever has seen it.
 */
export function withoutChanged(form: FormValues, known: Cart | null, cart: Cart): FormValues {
  const isNews = (group: DeliveryGroup): boolean =>
    group.changed && !known?.groups.some(({ id, changed }) => id === group.id && changed);
  return cart.groups
    .filter(isNews)
    .reduce((chosen, { purchase }) => withDelivery(chosen, purchase, UNCHOSEN), form);
}

/** The delivery option that the shopper has chosen for a group, if it is offered. */
export function chosenOption(form: FormValues, group: DeliveryGroup): DeliveryOption | null {
  const { handle } = form.deliveries[group.purchase];
  return group.options.find((option) => option.handle === handle) ?? null;
}

/** Whether a selection is not saved yet. */
export function deliveryIsNews({ form, cart }: { readonly form: FormValues; readonly cart: Cart }): boolean {
  return cart.groups.some(({ purchase, selectedHandle }) => {
    const { handle } = form.deliveries[purchase];
    return handle !== null && handle !== selectedHandle;
  });
}

/** Whether the cart renews. Then its payment must be chargeable again, even if it costs nothing now (row 5.15). */
export const renews = (cart: Cart): boolean => cart.lines.some(({ planned }) => planned !== null);

/** Whether only a card can pay: subscriptions must be chargeable again, and sold gift cards are valid at once. */
export const needsCard = (cart: Cart): boolean =>
  renews(cart) || cart.lines.some(({ giftCard, quantity }) => giftCard && quantity > 0);

/** Whether nothing is to be paid, now or later. */
export const isFree = (cart: Cart): boolean => isZero(cart.total.amount) && !renews(cart);

/** Ways to pay that take the money with the order, and can be charged again. */
export const isCardLike = (kind: PaymentChoice): boolean => kind === 'card' || kind === 'account';

/** The payment methods for this cart. An account's approval covers either a subscription or single goods. */
export function offeredFor(payments: readonly OfferedPayment[], cart: Cart): readonly OfferedPayment[] {
  return payments.filter((payment) => payment.kind !== 'account' || payment.renews === renews(cart));
}

/** Ways to pay that can be used: dobírka needs a delivery that collects money, some goods a card or an account. */
export function applicablePayments(
  payments: readonly OfferedPayment[],
  cart: Cart,
  form: FormValues,
): readonly PaymentChoice[] {
  return offeredFor(payments, cart)
    .map((payment) => payment.kind)
    .filter((kind) => isCardLike(kind) || !needsCard(cart))
    .filter((kind) => kind !== 'cash_on_delivery' || codPossible(cart, form));
}

function codPossible(cart: Cart, form: FormValues): boolean {
  if (!cart.requiresShipping || cart.groups.length === 0) return false;
  return cart.groups.every((group) => {
    const option = chosenOption(form, group);
    // Before a delivery is chosen dobírka may be, if any delivery allows it.
    return option === null ? group.options.some((each) => each.cashOnDelivery) : option.cashOnDelivery;
  });
}

/** While options are unknown there is no group, and the choice is kept. */
function reconcileDelivery(form: FormValues, group: DeliveryGroup): FormValues {
  const { options, purchase, outOfStock, pending, changed } = group;
  const chosen = form.deliveries[purchase];
  const ofMethod = options.filter((option) => option.code === chosen.code);
  if (ofMethod.some((option) => option.handle === chosen.handle)) return form;
  // The shopper may prefer an option with a pending carrier rate, and must first see an option that has changed.
  const settled = !outOfStock && !pending && !changed;
  const only = options.length === 1 && settled ? options[0] : undefined;
  if (only !== undefined) return withDelivery(form, purchase, { code: only.code, handle: only.handle });
  const code = ofMethod.length > 0 ? chosen.code : null;
  if (code === chosen.code && chosen.handle === null) return form;
  return withDelivery(form, purchase, { code, handle: null });
}

/** The form with another choice for goods that are bought so. */
export function withDelivery(form: FormValues, purchase: PurchaseType, choice: DeliveryChoice): FormValues {
  return { ...form, deliveries: { ...form.deliveries, [purchase]: choice } };
}
