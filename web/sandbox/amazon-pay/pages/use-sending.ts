import { useState } from 'react';

/** The state of the page's one request at a time. */
export interface Sending {
  readonly isSending: boolean;
  readonly hasFailed: boolean;
  /** Runs work unless other work runs. A failure is shown; after a success the page stays busy if it is left. */
  readonly run: (work: () => Promise<'stay' | 'leave'>) => void;
}

/** Runs one request at a time, so that a double press does nothing twice. */
export function useSending(): Sending {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const run: Sending['run'] = (work) => {
    if (state === 'sending') return;
    setState('sending');
    work().then(
      (then) => {
        if (then === 'stay') setState('idle');
      },
      () => {
        setState('failed');
      },
    );
  };
  return { isSending: state === 'sending', hasFailed: state === 'failed', run };
}
