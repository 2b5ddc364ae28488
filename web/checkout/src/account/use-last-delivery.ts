import { useEffect, useRef } from 'react';
import type { DeliveryGroup } from '../api/model.ts';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';
import type { EditingState } from '../flow/state.ts';
import { deliveryMethods, onlyHandle } from '../form/delivery-methods.ts';
import type { DeliveryChoice } from '../form/fields.ts';
import type { LastDelivery } from './last-delivery.ts';

/** The method with this code, if it is still offered. Of several places the buyer chooses one. */
export function lastChoice(
  { options }: Pick<DeliveryGroup, 'options'>,
  code: string | null,
): DeliveryChoice | null {
  const method = deliveryMethods(options).find((each) => each.code === code);
  return method === undefined ? null : { code: method.code, handle: onlyHandle(method) };
}

/**
 * Chooses for each group that has no delivery yet what the buyer used last, once. Nothing else is chosen for the buyer: a
 * method that nobody asked for costs money, or sends the goods elsewhere.
 */
export function useLastDelivery(
  flow: CheckoutFlow,
  state: EditingState,
  last: Pick<LastDelivery, 'read'>,
  isWanted: boolean,
): void {
  const done = useRef(new Set<string>());
  const { cart, form } = state;
  useEffect(() => {
    if (!isWanted) return;
    for (const group of cart.groups) {
      const { id, purchase, pending, outOfStock, changed } = group;
      if (group.options.length === 0 || done.current.has(id)) continue;
      done.current.add(id);
      const choice = lastChoice(group, last.read(purchase));
      const isOpen = form.deliveries[purchase].code === null && !pending && !outOfStock && !changed;
      if (isOpen && choice !== null) flow.chooseDelivery(purchase, choice);
    }
  }, [cart.groups, flow, form.deliveries, isWanted, last]);
}
