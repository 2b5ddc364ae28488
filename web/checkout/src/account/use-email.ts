import { useEffect, useRef } from 'react';
import type { CheckoutFlow } from '../flow/checkout-flow.ts';

/** Enters the address of the account where the form has none. */
export function giveEmail(flow: CheckoutFlow, email: string): void {
  const state = flow.state();
  if (state.kind === 'editing' && state.form.email === '') flow.change('email', email);
}

/** Does so once, when the buyer begins to type the contact: what the buyer deletes stays deleted. */
export function useEmail(flow: CheckoutFlow, email: string, isWanted: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!isWanted || done.current) return;
    done.current = true;
    giveEmail(flow, email);
  }, [email, flow, isWanted]);
}
