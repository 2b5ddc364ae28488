import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { hasMade } from '../../../base/made-cart.ts';
import { accountIn } from '../bootstrap/data.ts';
import type { EditingState } from '../flow/state.ts';
import { REMEMBERED_KEY, RememberedBuyer } from '../form/remembered.ts';
import { browserMemory } from '../memories.ts';
import { FORGET, FORGOTTEN, KNOWN, REMEMBER, REMEMBER_HINT, USE, USED } from '../texts/remembered.ts';
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
  // What an account or somebody else's cart brings is not mixed with it: a link must not get the buyer's address.
  const isOwn = accountIn(data.payments) === null && (data.ownCart || hasMade(data.cartId));
  const [known, setKnown] = useState(() => (isOwn ? buyer.read(countries) : null));
  const [agreed, setAgreed] = useState(false);
  const [told, setTold] = useState('');
  const { form } = state;

  useEffect(() => {
    if (agreed) buyer.write(form);
  }, [agreed, buyer, form]);

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

  if (!isOwn || !state.cart.requiresShipping) return null;
  const done = (text: string): void => {
    setKnown(null);
    setTold(text);
  };
  const use = (): void => {
    for (const [name, text] of known ?? []) {
      flow.change(name, text);
      flow.leave(name);
    }
    // They stay, with what the buyer changes now.
    setAgreed(true);
    done(USED);
  };
  const forget = (): void => {
    buyer.forget();
    done(FORGOTTEN);
  };
  return (
    <div className="co-remembered">
      {known === null ? (
        <>
          <Check
            name="remember"
            checked={agreed}
            disabled={locked}
            text={REMEMBER}
            onChecked={(wanted) => {
              setAgreed(wanted);
              if (!wanted) buyer.forget();
            }}
          />
          <p className="co-field__hint">{REMEMBER_HINT}</p>
        </>
      ) : (
        <>
          <p>{KNOWN}</p>
          <p className="co-actions">
            <button type="button" className="co-button co-button--quiet" disabled={locked} onClick={use}>
              {USE}
            </button>
            <button type="button" className="co-link" onClick={forget}>
              {FORGET}
            </button>
          </p>
        </>
      )}
      <p className="co-field__hint" aria-live="polite">
        {told}
      </p>
    </div>
  );
}
