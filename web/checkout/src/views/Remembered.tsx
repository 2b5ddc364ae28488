import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EditingState } from '../flow/state.ts';
import { fieldId } from '../form/fields.ts';
import { REMEMBERED_KEY, RememberedBuyer } from '../form/remembered.ts';
import { browserMemory } from '../memories.ts';
import { FORGET, FORGOTTEN, REMEMBER, REMEMBER_HINT, USE, USED } from '../texts/remembered.ts';
import { Check } from './Check.tsx';
import { useCheckout } from './checkout-context.ts';

/** Remembers contact and address in this browser, if the buyer agrees, and offers them for the next order. */
export function Remembered({
  state,
  locked,
}: {
  readonly state: EditingState;
  readonly locked: boolean;
}): ReactNode {
  const { data, flow } = useCheckout();
  const buyer = useMemo(() => new RememberedBuyer(browserMemory(), Date.now), []);
  const countries = data.shop.countries.map(({ code }) => code);
  const [known, setKnown] = useState(() => buyer.read(countries));
  const [used, setUsed] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [told, setTold] = useState('');
  const { form, submission } = state;
  const ordering = submission.kind === 'running' && submission.step !== 'saving';

  useEffect(() => {
    if (agreed && ordering) buyer.write(form);
  }, [agreed, ordering, buyer, form]);

  // Forgotten in another tab is forgotten here.
  useEffect(() => {
    const forgotten = ({ key, newValue }: StorageEvent): void => {
      if (newValue !== null || (key !== null && key !== REMEMBERED_KEY)) return;
      setAgreed(false);
      setKnown(null);
    };
    addEventListener('storage', forgotten);
    return () => {
      removeEventListener('storage', forgotten);
    };
  }, []);

  const use = (): void => {
    for (const [name, text] of known ?? []) {
      flow.change(name, text);
      flow.leave(name);
    }
    // The button that has the focus goes.
    document.getElementById(fieldId('email'))?.focus();
    setUsed(true);
    setTold(USED);
  };
  const forget = (): void => {
    buyer.forget();
    setKnown(null);
    setTold(FORGOTTEN);
  };
  return (
    <div>
      {known === null || used ? null : <Offer locked={locked} onUse={use} />}
      <Check name="remember" checked={agreed} disabled={locked} text={REMEMBER} onChecked={setAgreed} />
      <p className="co-field__hint">
        {REMEMBER_HINT}
        {known === null ? null : (
          <>
            {' '}
            <button type="button" className="co-link" onClick={forget}>
              {FORGET}
            </button>
          </>
        )}
      </p>
      <p className="co-field__hint" aria-live="polite">
        {told}
      </p>
    </div>
  );
}

/** Stands beside the heading of the contact, whose line is there before: nothing moves when it comes. */
function Offer({ locked, onUse }: { readonly locked: boolean; readonly onUse: () => void }): ReactNode {
  const place = document.querySelector('.co-offer');
  return place === null
    ? null
    : createPortal(
        <button type="button" className="co-link" disabled={locked} onClick={onUse}>
          {USE}
        </button>,
        place,
      );
}
