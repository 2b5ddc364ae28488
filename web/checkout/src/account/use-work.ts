import { useCallback, useEffect, useRef, useState } from 'react';
import { faultSentence } from '../texts/wallet.ts';
import { type AccountFailure, faultOf } from './client.ts';

/** A view's requests, one at a time. They end with the view. */
export interface Work {
  readonly isBusy: boolean;
  /** Why the last one came to nothing; null if it did not. */
  readonly failure: AccountFailure | null;
  readonly sentence: string | undefined;
  readonly forget: () => void;
  /** Ends the running request. */
  readonly stop: () => void;
  /** Starts a request; the one before ends. Resolves to whether it went well. */
  readonly run: (work: (signal: AbortSignal) => Promise<unknown>) => Promise<boolean>;
}

export function useWork(): Work {
  const running = useRef<AbortController | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  const run = useCallback<Work['run']>(async (work) => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setBusy(true);
    setFailure(null);
    try {
      await work(signal);
      return !signal.aborted;
    } catch (reason) {
      if (!signal.aborted) setFailure(faultOf(reason, signal));
      return false;
    } finally {
      if (running.current === controller) setBusy(false);
    }
  }, []);
  const forget = useCallback(() => {
    setFailure(null);
  }, []);
  const stop = useCallback(() => {
    running.current?.abort();
  }, []);
  return {
    isBusy,
    failure,
    sentence: failure === null ? undefined : faultSentence(failure),
    forget,
    stop,
    run,
  };
}
