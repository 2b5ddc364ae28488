import { prepareCart } from '../../cart/completion.ts';
import type { VendorPageReply, VendorPageRequest, WalletOperations } from '../../wallets/protocol.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import { reasonOfStatus } from './deceleration.ts';
import type { SheetCart } from './sheet-cart.ts';
import { faultOf, faultOfSubmission, verdictOfFaults } from './verdict.ts';

/** The server's code for a cart of which the wallet sells nothing. */
const NOTHING_ELIGIBLE = 'empty_line_items';

/** Faults of what the buyer enters on the vendor's pages, or afterwards in the checkout. */
const STILL_TO_COME = /^(BUYER_IDENTITY|DELIVERY|NO_DELIVERY|PAYMENT)/;

/** Has the server prepare the cart. Only a fault that the vendor's pages cannot mend ends the sheet. */
async function prepare(cart: SheetCart, signal: AbortSignal): Promise<SheetAction> {
  const result = await cart.ask(
    ({ client, cartId, options }) => prepareCart(client, cartId, options),
    signal,
  );
  if (result.kind === 'CartStatusReady') return UPDATE;
  if (result.kind === 'refused') return cart.refusal(result.userErrors);
  const reason = reasonOfStatus(result.kind);
  if (result.kind === 'CartThrottled' && reason) return { kind: 'decelerate', reason };
  const faults = 'errors' in result ? result.errors.map(faultOfSubmission) : [];
  const lasting = faults.filter(({ code }) => !STILL_TO_COME.test(code));
  return lasting.length === 0 ? UPDATE : verdictOfFaults(lasting, cart.latest, cart.context);
}

/** The settings of the vendor's pages for an open cart, which is prepared first if that is wanted. */
export async function vendorSettings(
  cart: SheetCart,
  fetchSettings: NonNullable<WalletOperations['fetchSettings']>,
  { isSupplied, preparesCart }: VendorPageRequest,
  signal: AbortSignal,
): Promise<Extract<VendorPageReply, { readonly kind: 'settings' }> | SheetAction> {
  const prepared = preparesCart ? await prepare(cart, signal) : UPDATE;
  if (prepared.kind !== 'update') return prepared;
  if (isSupplied) return { kind: 'settings', settings: null };
  const { value, userErrors } = await cart.ask(fetchSettings, signal);
  if (value !== null) return { kind: 'settings', settings: value };
  return userErrors.map(faultOf).some(({ code }) => code === NOTHING_ELIGIBLE)
    ? { kind: 'abort', abort: { kind: 'nothing_eligible' } }
    : cart.refusal(userErrors);
}
