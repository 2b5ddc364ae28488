import type { AccountClient } from './client.ts';
import type { LastDelivery } from './last-delivery.ts';
import type { WalletOffer } from './offer.ts';
import type { Passkeys } from './passkey-client.ts';

/** What the wallet's views act on, so that tests can replace it. */
export interface WalletServices {
  readonly offer: WalletOffer;
  readonly client: AccountClient;
  readonly passkeys: Passkeys;
  /** The checkout without the wallet. */
  readonly plainUrl: string;
  readonly lastDelivery: LastDelivery;
  /** Whether this browser has used a passkey before. */
  readonly knowsPasskey: boolean;
  /** Whether to ask for the passkey at once: the buyer has just pressed the wallet's button, and has used one here before. */
  readonly asksAtOnce: boolean;
}
