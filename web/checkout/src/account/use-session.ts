import { useCallback, useEffect, useState } from 'react';
import { type Account, type AccountFailure, faultOf } from './client.ts';
import type { WalletServices } from './services.ts';

/** Why somebody who was signed in must sign in again. `unproven`: the passkey did not prove who used it, so only a code does. */
export type SessionEnd = 'ended' | 'unproven';

/** Whether a refusal means that the buyer must sign in again; null if not. */
export function endOf({ fault }: AccountFailure): SessionEnd | null {
  if (fault === 'signed_out') return 'ended';
  return fault === 'CODE_NEEDED' ? 'unproven' : null;
}

/** Whose browser it is, as far as the page knows. */
export type Phase =
  | { readonly kind: 'checking' }
  /** `end`: null if nobody was signed in before. */
  | { readonly kind: 'signed_out'; readonly end: SessionEnd | null }
  | { readonly kind: 'signed_in'; readonly account: Account }
  | { readonly kind: 'unavailable'; readonly failure: AccountFailure };

export interface WalletSession {
  readonly phase: Phase;
  /** Asks for the account: after signing in, or after a failure. */
  readonly load: () => void;
  /** Nobody is signed in any more. */
  readonly end: (why: SessionEnd | null) => void;
}

export function useWalletSession({ client, offer }: Pick<WalletServices, 'client' | 'offer'>): WalletSession {
  const [phase, setPhase] = useState<Phase>(
    offer.state === 'signed_in' ? { kind: 'checking' } : { kind: 'signed_out', end: null },
  );
  const isChecking = phase.kind === 'checking';
  const isOut = phase.kind === 'signed_out';

  useEffect(() => {
    if (!isChecking) return undefined;
    const controller = new AbortController();
    void load(client, controller.signal).then((next) => {
      if (next !== null) setPhase(next);
    });
    return () => {
      controller.abort();
    };
  }, [client, isChecking]);

  // Signed in in another tab is signed in here.
  useEffect(() => {
    if (!isOut) return undefined;
    const controller = new AbortController();
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      client.session(controller.signal).then(
        ({ state }) => {
          if (state === 'signed_in' && !controller.signal.aborted) setPhase({ kind: 'checking' });
        },
        // The page stays as it is.
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      controller.abort();
    };
  }, [client, isOut]);

  return {
    phase,
    load: useCallback(() => {
      setPhase({ kind: 'checking' });
    }, []),
    end: useCallback((why: SessionEnd | null) => {
      setPhase({ kind: 'signed_out', end: why });
    }, []),
  };
}

/** The phase after asking for the account; null if the view has gone. */
async function load(client: WalletServices['client'], signal: AbortSignal): Promise<Phase | null> {
  try {
    const account = await client.account(signal);
    return signal.aborted ? null : { kind: 'signed_in', account };
  } catch (reason) {
    if (signal.aborted) return null;
    const failure = faultOf(reason, signal);
    const end = endOf(failure);
    return end === null ? { kind: 'unavailable', failure } : { kind: 'signed_out', end };
  }
}
