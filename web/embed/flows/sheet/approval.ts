import type { IdentityInput } from '../../cart/operations.ts';
import { SUBMISSION_REPEAT_WAIT_MS } from '../../constants.ts';
import type { BuyerDetails, SheetContact, WalletContent, WalletOperations } from '../../wallets/protocol.ts';
import { pause } from '../../../base/wait.ts';
import type { SheetAction } from './actions.ts';
import { pay } from './cart-changes.ts';
import { previewIdentity } from './contact.ts';
import type { SheetCart } from './sheet-cart.ts';
import { isRefused } from './submission.ts';

/** The buyer's identity, validated without strict rules, because the checkout asks for missing data. */
function identityOf({ email, destination, billing }: BuyerDetails): IdentityInput {
  const { address, ...known } = previewIdentity(destination ?? billing ?? NOBODY);
  return {
    ...known,
    ...(email === null ? {} : { email }),
    ...(destination?.phone ? { phone: destination.phone } : {}),
    ...(destination && address ? { address } : {}),
  };
}

const NOBODY: SheetContact = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  zip: null,
  province: null,
  country: 'ZZ',
  phone: null,
};

async function attempt(
  cart: SheetCart,
  fetchBuyer: NonNullable<WalletOperations['fetchBuyer']>,
  token: string,
  contentOf: (details: BuyerDetails) => WalletContent | null,
  signal: AbortSignal,
): Promise<SheetAction> {
  const { value: details, userErrors } = await cart.ask((call) => fetchBuyer(call, token), signal);
  if (details === null) return cart.refusal(userErrors);
  const action = await cart.identify(identityOf(details), signal);
  const content = contentOf(details);
  if (action.kind !== 'update' || content === null) return action;
  // An account's own address is often only a country; the delivery address then counts.
  const billing = details.billing?.address1 ? details.billing : null;
  return pay(cart, { content, billing, canUsePaymentMethodForFreeOrder: false }, cart.known.cost, signal);
}

/**
 * Writes an approval from a wallet's window into the cart (row 4.19): first the buyer, then the payment. Calls with an
 * unknown result are repeated until the signal aborts, so that a short network failure does not cost the buyer the
 * approval. All of them are idempotent.
 */
export async function takeOver(...approval: Parameters<typeof attempt>): Promise<SheetAction> {
  const signal = approval[4];
  for (;;) {
    try {
      return await attempt(...approval);
    } catch (error) {
      signal.throwIfAborted();
      if (isRefused(error)) throw error;
    }
    await pause(SUBMISSION_REPEAT_WAIT_MS, signal);
  }
}
