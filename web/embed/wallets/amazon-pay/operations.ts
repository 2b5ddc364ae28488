import { cartConfig } from '../cart-config.ts';
import type { WalletOperations } from '../protocol.ts';

/** The page itself: the buyer who cancels at Amazon comes back to it. */
const ownAddress = (): string => location.href.replace(/#.*/, '');

/** The server operation of one wallet: sign the settings of Amazon's pages for a cart (row 7.13). */
export const configOperations = (endpoint: string): WalletOperations => ({
  fetchSettings: (call) =>
    cartConfig(endpoint, call, {
      checkout_url: call.checkoutUrl,
      checkout_cancel_url: ownAddress(),
    }),
});
