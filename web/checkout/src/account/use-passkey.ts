import { useCallback, useEffect, useRef, useState } from 'react';
import type { WalletServices } from './services.ts';
import type { Passkeys } from './passkey-client.ts';
import { useWork } from './use-work.ts';

export interface PasskeySignIn {
  readonly isSupported: boolean;
  readonly isBusy: boolean;
  readonly sentence: string | undefined;
  /** Asks for the passkey. */
  readonly press: () => void;
  /** Ends whatever waits for a passkey. */
  readonly stop: () => void;
  /** Offers passkeys in the field again. */
  readonly offer: () => void;
}

/** Waits until the buyer picks a passkey in the field. Resolves to whether that signed in. */
async function offerInField(passkeys: Passkeys, signal: AbortSignal): Promise<boolean> {
  try {
    if (!(await passkeys.isOfferedInFields())) return false;
    signal.throwIfAborted();
    await passkeys.signIn({ signal, conditional: true });
    return !signal.aborted;
  } catch {
    return false;
  }
}

/** Signing in by passkey: by a press, picked in the e-mail field, or asked for as the page opens. */
export function usePasskey(
  { passkeys, asksAtOnce }: Pick<WalletServices, 'passkeys' | 'asksAtOnce'>,
  isWanted: boolean,
  onSignedIn: () => void,
): PasskeySignIn {
  const { isBusy, sentence, run, stop: stopPress } = useWork();
  const isSupported = isWanted && passkeys.isSupported();
  const offered = useRef<AbortController | null>(null);
  /** Counts the requests, so that an ended one offers nothing. */
  const turn = useRef(0);
  const [isFirst, setFirst] = useState(asksAtOnce && isSupported);
  const [isOffered, setOffered] = useState(isSupported && !asksAtOnce);

  const stop = useCallback(() => {
    turn.current += 1;
    stopPress();
    offered.current?.abort();
    setOffered(false);
  }, [stopPress]);
  const offer = useCallback(() => {
    setOffered(isSupported);
  }, [isSupported]);
  const press = useCallback(() => {
    // A browser has one request for a passkey at a time.
    stop();
    const mine = turn.current;
    void run((signal) => passkeys.signIn({ signal, conditional: false })).then((isIn) => {
      if (isIn) onSignedIn();
      else if (mine === turn.current) offer();
    });
  }, [offer, onSignedIn, passkeys, run, stop]);

  useEffect(() => {
    if (!isOffered) return undefined;
    const controller = new AbortController();
    offered.current = controller;
    // The buyer has asked for nothing, so no failure is shown: the other ways are there.
    void offerInField(passkeys, controller.signal).then((isIn) => {
      if (isIn) onSignedIn();
    });
    return () => {
      controller.abort();
    };
  }, [isOffered, onSignedIn, passkeys]);

  useEffect(() => {
    if (!isFirst) return;
    setFirst(false);
    press();
  }, [isFirst, press]);

  return { isSupported, isBusy, sentence, press, stop, offer };
}
