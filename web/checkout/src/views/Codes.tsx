import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { CodesChange } from '../flow/codes.ts';
import { type EditingState, isLocked } from '../flow/state.ts';
import { fieldId } from '../form/fields.ts';
import {
  APPLY_CODE,
  CODE_FIELD,
  CODE_PAUSED,
  giftCardLabel,
  removeDiscountLabel,
  removeGiftCardLabel,
} from '../texts/codes.ts';
import { useCheckout } from './checkout-context.ts';
import { FieldWithButton } from './FieldWithButton.tsx';

/** The field for a discount code or a gift card, and the cart's codes and cards. */
export function Codes({ state }: { readonly state: EditingState }): ReactNode {
  const { flow } = useCheckout();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const locked = isLocked(state.submission);
  const disabled = busy || locked;
  const error = state.errors.codes;

  const change = async (wanted: CodesChange): Promise<void> => {
    setBusy(true);
    const message = await flow.changeCodes(wanted);
    setBusy(false);
    if (message === null && wanted.kind === 'apply') setCode('');
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void change({ kind: 'apply', code });
  };

  return (
    <section className="co-codes" aria-label={CODE_FIELD}>
      <form className="co-codes__form" onSubmit={submit} noValidate>
        <FieldWithButton
          id={fieldId('codes')}
          label={CODE_FIELD}
          value={code}
          error={error}
          disabled={locked}
          // Not disabled while it is busy: an order that stops at the code takes the focus here.
          readOnly={busy}
          maxLength={255}
          autoCapitalize="characters"
          spellCheck={false}
          change={(text) => {
            setCode(text);
            if (error !== undefined) flow.clearCodesFault();
          }}
        >
          <button type="submit" className="co-button co-button--quiet" disabled={disabled}>
            {APPLY_CODE}
          </button>
        </FieldWithButton>
      </form>
      <ul className="co-codes__list">
        {state.cart.codes.map((each) => (
          <Entered
            key={each.code}
            text={each.applicable ? each.code : `${each.code} (${CODE_PAUSED})`}
            label={removeDiscountLabel(each.code)}
            disabled={disabled}
            onRemove={() => void change({ kind: 'remove_discount', code: each.code })}
          />
        ))}
        {state.cart.giftCards.map((card) => (
          <Entered
            key={card.id}
            text={giftCardLabel(card.lastCharacters)}
            label={removeGiftCardLabel(card.lastCharacters)}
            disabled={disabled}
            onRemove={() => void change({ kind: 'remove_gift_card', id: card.id })}
          />
        ))}
      </ul>
    </section>
  );
}

function Entered({
  text,
  label,
  disabled,
  onRemove,
}: {
  readonly text: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <li className="co-codes__item">
      <span>{text}</span>
      <button
        type="button"
        className="co-codes__remove"
        aria-label={label}
        disabled={disabled}
        onClick={onRemove}
      >
        Odebrat
      </button>
    </li>
  );
}
