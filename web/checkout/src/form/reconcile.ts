import type { Cart, DeliveryOption } from '../api/model.ts';
import type { OfferedPayment } from '../bootstrap/data.ts';
import { isZero } from '../format/money.ts';
import type { FormValues, PaymentChoice } from './fields.ts';

/** Makes the choices fit what the cart offers now: an option that is gone is no longer chosen. */
export function reconcile(form: FormValues, cart: Cart, payments: readonly OfferedPayment[]): FormValues {
  const withDelivery = reconcileDelivery(form, cart);
  const option = chosenOption(withDelivery, cart);
  const applicable = applicablePayments(payments, cart, option);
  const payment =
    withDelivery.payment !== null && applicable.includes(withDelivery.payment) ? withDelivery.payment : null;
  return payment === withDelivery.payment ? withDelivery : { ...withDelivery, payment };
}

/** The delivery option that the shopper has chosen, if it is offered. */
export function chosenOption(form: FormValues, cart: Cart): DeliveryOption | null {
  return cart.delivery?.options.find((option) => option.handle === form.deliveryHandle) ?? null;
}

/** Whether the cart renews: then it is paid by what can be charged again, even when it costs nothing now (row 5.15). */
export const renews = (cart: Cart): boolean => cart.lines.some(({ planned }) => planned !== null);

/** Whether the cart can be paid by card only: what renews must be chargeable again, and a gift card is money at once. */
export const needsCard = (cart: Cart): boolean =>
  renews(cart) || cart.lines.some(({ giftCard, quantity }) => giftCard && quantity > 0);

/** Whether nothing is to be paid, now or later. */
export const isFree = (cart: Cart): boolean => isZero(cart.total.amount) && !renews(cart);

/** Ways to pay that take the money with the order, and can be charged again. */
export const isCardLike = (kind: PaymentChoice): boolean => kind === 'card' || kind === 'paypal';

/** Ways to pay that can be used: dobírka needs a delivery that collects money, some goods a card or an account. */
export function applicablePayments(
  payments: readonly OfferedPayment[],
  cart: Cart,
  option: DeliveryOption | null,
): readonly PaymentChoice[] {
  return payments
    .map((payment) => payment.kind)
    .filter((kind) => isCardLike(kind) || !needsCard(cart))
    .filter((kind) => kind !== 'cash_on_delivery' || codPossible(cart, option));
}

function codPossible(cart: Cart, option: DeliveryOption | null): boolean {
  if (!cart.requiresShipping) return false;
  // Before a delivery is chosen dobírka may be, if any delivery allows it.
  if (option === null) return cart.delivery?.options.some((each) => each.cashOnDelivery) ?? false;
  return option.cashOnDelivery;
}

function reconcileDelivery(form: FormValues, cart: Cart): FormValues {
  const options = cart.delivery?.options;
  // Options not known (yet): the choice is kept until they are.
  if (options === undefined) return form;
  const ofMethod = options.filter((option) => option.code === form.deliveryCode);
  const stillThere = ofMethod.some((option) => option.handle === form.deliveryHandle);
  if (stillThere) return form;
  const only = options.length === 1 ? options[0] : undefined;
  if (only !== undefined) {
    return { ...form, deliveryCode: only.code, deliveryHandle: only.handle };
  }
  const deliveryCode = ofMethod.length > 0 ? form.deliveryCode : null;
  if (deliveryCode === form.deliveryCode && form.deliveryHandle === null) return form;
  return { ...form, deliveryCode, deliveryHandle: null };
}
