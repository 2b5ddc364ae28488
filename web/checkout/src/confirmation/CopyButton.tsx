import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../views/Icon.tsx';

const SHOWN_FOR = 2_000;

type CopyStatus = 'idle' | 'copied' | 'failed';

const SPOKEN: Readonly<Record<CopyStatus, string>> = {
  idle: '',
  copied: 'Zkopírováno',
  failed: 'Zkopírovat se nepodařilo, označte prosím text ručně.',
};

/** Copies a text to the clipboard and confirms that. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const [state, setState] = useState<CopyStatus>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => {
      setState('idle');
    }, SHOWN_FOR);
    return (): void => {
      clearTimeout(timer);
    };
  }, [state]);
  return (
    <>
      <button
        type="button"
        className="co-copy co-noprint"
        aria-label={`Zkopírovat: ${what}`}
        onClick={() => {
          void copy(text).then(setState);
        }}
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
        <span className="co-copy__label" aria-hidden="true">
          {state === 'copied' ? 'Zkopírováno' : 'Kopírovat'}
        </span>
      </button>
      <span className="co-hidden" role="status">
        {SPOKEN[state]}
      </span>
    </>
  );
}

/** The clipboard is missing outside of secure contexts and may be refused. */
async function copy(text: string): Promise<CopyStatus> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
