import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { CheckoutData } from '../bootstrap/data.ts';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';
import type { CheckoutState } from '../flow/state.ts';
import type { BuyerProps } from './editing-props.ts';

/** The context of all views: the page's data and the flow's actions. */
export interface Checkout {
  readonly data: CheckoutData;
  readonly flow: CheckoutFlow;
  /** The sections with contact and address. */
  readonly Buyer: (props: BuyerProps) => ReactNode;
  /** Another form than the usual one. */
  readonly Form?: ((props: BuyerProps) => ReactNode) | undefined;
}

const CheckoutContext = createContext<Checkout | null>(null);

export const CheckoutProvider = CheckoutContext.Provider;

export function useCheckout(): Checkout {
  const checkout = useContext(CheckoutContext);
  if (checkout === null) throw new Error('used outside of the checkout');
  return checkout;
}

export function useCheckoutState(flow: CheckoutFlow): CheckoutState {
  // The server draws the page's first state; nothing changes it before this takes over.
  return useSyncExternalStore(flow.subscribe, flow.state, flow.state);
}
