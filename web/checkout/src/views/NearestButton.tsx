import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Coordinates } from '../api/model.ts';
import { LOCATING, NEAREST, NO_POSITION } from '../texts/place-search.ts';
import { position } from './position.ts';

/** Finds out where the buyer is, when pressed and only then. */
export function NearestButton({
  disabled,
  onFound,
}: {
  readonly disabled: boolean;
  readonly onFound: (here: Coordinates) => void;
}): ReactNode {
  const [told, setTold] = useState('');
  const asked = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      asked.current?.abort();
    },
    [],
  );
  const ask = async (): Promise<void> => {
    asked.current?.abort();
    const own = new AbortController();
    asked.current = own;
    setTold(LOCATING);
    const found = await position(navigator, own.signal);
    if (own.signal.aborted) return;
    setTold(typeof found === 'string' ? NO_POSITION[found] : '');
    if (typeof found !== 'string') onFound(found);
  };
  return (
    <>
      <button
        type="button"
        className="co-button co-button--quiet co-nearest"
        disabled={disabled}
        onClick={() => void ask()}
      >
        {NEAREST}
      </button>
      <p className="co-field__hint" aria-live="polite">
        {told}
      </p>
    </>
  );
}
