import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { AuthorisedPayment, SheetError } from '../../wallets/protocol.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import { missingPart } from './agreement.ts';
import { agreedIdentity } from './contact.ts';
import { sheetError } from './errors.ts';
import { pay, sameTotal, select } from './cart-changes.ts';
import type { SheetCart } from './sheet-cart.ts';
import { attemptToken, type SubmissionOutcome } from './submission.ts';
import { faultOf, faultOfSubmission, verdictOfFaults } from './verdict.ts';

/** The state that an authorisation is checked against. */
export interface Terms {
  /** The amounts that the sheet shows, which the buyer agrees to. */
  readonly agreed: CartSnapshot['cost'];
  readonly emailRequired: boolean;
}

const refused = (error: SheetError): SheetAction => ({ kind: 'show_error', errors: [error] });

/** The address of a page on the web; null for anything else. */
const webUrl = (url: string): string | null => (/^https?:\/\//.test(url) ? url : null);

/** Selects the option with this ID; null if the sheet asks for none. */
function selectAgreed(cart: SheetCart, id: string | null, signal: AbortSignal): Promise<SheetAction> {
  // An option that changed since the buyer agreed is not replaced silently.
  if (cart.known.groups.some(({ hasChanged }) => hasChanged))
    return Promise.resolve({ kind: 'decelerate', reason: 'cart_not_ready' });
  return id === null ? Promise.resolve(UPDATE) : select(cart, id, signal);
}

/** Only the amount that the buyer saw is charged; any other leads to the checkout. */
function unchanged({ known }: SheetCart, agreed: CartSnapshot['cost']): SheetAction {
  return sameTotal(known.cost, agreed) ? UPDATE : { kind: 'decelerate', reason: 'dynamic_tax' };
}

function actionOf(cart: SheetCart, outcome: SubmissionOutcome): SheetAction {
  switch (outcome.kind) {
    case 'SubmitSuccess':
      return { kind: 'complete', url: webUrl(outcome.redirectUrl) ?? cart.checkoutUrl(null) };
    case 'SubmitAlreadyAccepted':
      return { kind: 'complete', url: cart.checkoutUrl(null) };
    case 'SubmitFailed':
    case 'refused': {
      const faults =
        outcome.kind === 'refused' ? outcome.userErrors.map(faultOf) : outcome.errors.map(faultOfSubmission);
      const action = verdictOfFaults(faults, cart.latest, cart.context);
      return action.kind === 'update' ? { kind: 'retry' } : action;
    }
  }
}

/**
 * Turns an authorisation into an order: contact and address with strict rules, the option, the payment of the shown
 * total, the submission. Returns the first failure.
 */
export async function order(
  cart: SheetCart,
  payment: AuthorisedPayment,
  { agreed, emailRequired }: Terms,
  signal: AbortSignal,
): Promise<SheetAction> {
  const { requiresShipping } = cart;
  const { billing, content } = payment;
  if (billing === null)
    return refused(sheetError('BILLING_ADDRESS_REQUIRED', 'billing', 'errors.invalid.billing_address'));
  const missing = missingPart(payment, cart.known, { requiresShipping, emailRequired });
  if (missing !== null) return refused(missing);
  const shipping = requiresShipping ? payment.shipping : null;
  cart.countries = {
    shippingCountry: shipping?.country ?? cart.countries.shippingCountry,
    billingCountry: billing.country,
  };
  const steps = [
    () => cart.identify(agreedIdentity(payment.email, shipping, billing), signal),
    () => selectAgreed(cart, requiresShipping ? payment.optionId : null, signal),
    () => unchanged(cart, agreed),
    () => pay(cart, { content, billing, canUsePaymentMethodForFreeOrder: false }, agreed, signal),
  ];
  for (const step of steps) {
    const action = await step();
    if (action.kind !== 'update') return action;
  }
  return actionOf(cart, await cart.submit(attemptToken(), signal));
}
