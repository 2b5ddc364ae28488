import { isText } from '../../base/read.ts';
import type { WalletParams } from '../wallets/protocol.ts';

/** The longest name that fits the button at its least width. */
export const NAME_MAX_LETTERS = 12;

/** How the shop has configured its wallet. */
export interface ShopWalletParams {
  /** The name that the shop gave it; null if it has none that fits. */
  readonly name: string | null;
  /** The origin of the wallet's pages, which may be another host of the shop's site; null if it is missing. */
  readonly origin: string | null;
  /** The button greets a recognised buyer. */
  readonly isPersonalised: boolean;
  /** The greeting waits a moment after the button has come into view. */
  readonly isDelayed: boolean;
}

/** The origin of an address on the web; null for anything else. */
function webOrigin(value: unknown): string | null {
  if (!isText(value) || !URL.canParse(value)) return null;
  const { protocol, origin } = new URL(value);
  return /^https?:$/.test(protocol) ? origin : null;
}

/** Reads `wallet_params`. */
export const readParams = ({
  walletName,
  walletOrigin,
  personalized,
  animationDelay,
}: WalletParams): ShopWalletParams => ({
  name: isText(walletName) && walletName.length <= NAME_MAX_LETTERS ? walletName : null,
  origin: webOrigin(walletOrigin),
  isPersonalised: personalized === true,
  isDelayed: animationDelay === true,
});
