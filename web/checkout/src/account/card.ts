import type { MailingAddressInput } from '../api/model.ts';
import type { CardFrame, CardResult } from '../card/hosted-fields.ts';
import { faultSentence } from '../texts/wallet.ts';
import { type AccountClient, faultOf } from './client.ts';
import { endOf, type SessionEnd } from './use-session.ts';

export interface WalletCardOptions {
  readonly client: Pick<AccountClient, 'pay'>;
  /** What the buyer has chosen: one of the account's addresses (null: a typed one), and one of its cards. */
  readonly chosen: () => { readonly address: string | null; readonly card: string };
  /** The billing address that the form has of its own; null if it has none. It precedes the account's. */
  readonly ownBilling: () => MailingAddressInput | null;
  /** The buyer must sign in again: nobody is signed in any more, or the passkey did not prove enough to pay. */
  readonly onEnded: (why: SessionEnd) => void;
  readonly onFocus: () => void;
}

/**
 * A saved card in the place of the gateway's card fields. What it gives pays for the cart as it then is, so it is asked last.
 */
export function walletCard({ client, chosen, ownBilling, onEnded, onFocus }: WalletCardOptions): CardFrame {
  return {
    asksLast: true,
    focus: onFocus,
    tokenise: async (signal): Promise<CardResult> => {
      const { address, card } = chosen();
      try {
        const { sessionToken, billingAddress } = await client.pay(address, card, signal);
        return { kind: 'wallet', content: { sessionToken, billingAddress: ownBilling() ?? billingAddress } };
      } catch (failure) {
        const why = faultOf(failure, signal);
        const end = endOf(why);
        if (end !== null) onEnded(end);
        return { kind: 'error', message: faultSentence(why) };
      }
    },
  };
}
