import { walletButton } from './cart-view.ts';
import type { WalletsView } from './wallets-view.ts';

/** The checkout's one wallet. */
export function checkoutView(host: HTMLElement): WalletsView {
  let button: HTMLElement | null = null;
  const close = (): void => {
    button?.remove();
    button = null;
  };
  return {
    update: ([wallet], { disabled, callToAction, onlySdk }) => {
      if (onlySdk) {
        // Any other child is the page's own button.
        close();
        return;
      }
      if (wallet === undefined) button = null;
      else if (button?.getAttribute('wallet') !== wallet) button = walletButton(wallet);
      if (host.firstChild !== button) host.replaceChildren(...(button ? [button] : []));
      button?.toggleAttribute('disabled', disabled);
      button?.toggleAttribute('call-to-action', callToAction);
    },
    close,
  };
}
