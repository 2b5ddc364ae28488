import { useEffect, useRef } from 'react';
import type { DeliveryGroup, DeliveryOption } from '../api/model.ts';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';
import type { EditingState } from '../flow/state.ts';
import { toMinor } from '../format/money.ts';

/** The cheapest way to the buyer's door; the cheapest of all if none leads there. */
export function firstChoice({ options }: Pick<DeliveryGroup, 'options'>): DeliveryOption | null {
  const isToDoor = ({ type }: DeliveryOption): boolean => type === 'SHIPPING' || type === 'LOCAL';
  const toDoor = options.filter(isToDoor);
  const among = toDoor.length > 0 ? toDoor : options;
  return among.toSorted((one, other) => price(one) - price(other))[0] ?? null;
}

const price = ({ discounted }: DeliveryOption): number => toMinor(discounted.amount);

/** Chooses a delivery for each group that has none yet, once, so that the sum is whole. The buyer can change it. */
export function useFirstDelivery(flow: CheckoutFlow, state: EditingState, isWanted: boolean): void {
  const done = useRef(new Set<string>());
  const { cart, form } = state;
  useEffect(() => {
    if (!isWanted) return;
    for (const group of cart.groups) {
      const { id, purchase, pending, outOfStock, changed } = group;
      const option = firstChoice(group);
      if (option === null || done.current.has(id)) continue;
      done.current.add(id);
      const isOpen = form.deliveries[purchase].code === null && !pending && !outOfStock && !changed;
      if (isOpen) flow.chooseDelivery(purchase, { code: option.code, handle: option.handle });
    }
  }, [cart.groups, flow, form.deliveries, isWanted]);
}
