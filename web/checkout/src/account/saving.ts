import type { KeepCard } from '../flow/environment.ts';
import { faultSentence, WALLET } from '../texts/wallet.ts';
import { type AccountClient, faultOf } from './client.ts';
import { endOf, type SessionEnd } from './use-session.ts';

export interface SavingOptions {
  readonly client: Pick<AccountClient, 'save'>;
  readonly onEnded: (why: SessionEnd) => void;
}

/**
 * Has address and card kept with the order. `session` is the gateway's session of the card that was typed in this page; it proves
 * that nobody else wishes it. Resolves to why the order cannot go on, or null.
 */
export function saving({ client, onEnded }: SavingOptions): KeepCard {
  return async (session, signal) => {
    try {
      await client.save(session, signal);
      return null;
    } catch (failure) {
      const why = faultOf(failure, signal);
      const end = endOf(why);
      if (end === null) return WALLET.saveFailed;
      onEnded(end);
      return faultSentence(why);
    }
  };
}
