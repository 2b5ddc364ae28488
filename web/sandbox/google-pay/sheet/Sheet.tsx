import { useId, useLayoutEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { BUYERS, place, type Buyer } from '../buyers.ts';
import { lastFour } from '../../common/card-numbers.ts';
import type { PaymentDataError, SelectionOption, TransactionInfo } from '../types.ts';
import { Chooser } from '../../common/Chooser.tsx';
import { trapTab } from '../../common/focus.ts';
import { canPay, type Session } from './session.ts';
import { texts } from './texts.ts';

/** Where in the sheet an error is shown. */
type Place = 'address' | 'options' | 'payment';

const placeOf = ({ intent }: PaymentDataError): Place => {
  if (intent === 'SHIPPING_ADDRESS') return 'address';
  return intent === 'SHIPPING_OPTION' ? 'options' : 'payment';
};

/** Always there, so that screen readers notice what comes into it. */
function Fault({ at, error }: { readonly at: Place; readonly error: PaymentDataError | null }): ReactElement {
  const isHere = error !== null && placeOf(error) === at;
  return (
    <p className="error" role="alert">
      {isHere ? error.message : null}
    </p>
  );
}

function AddressText({ buyer: { address } }: { readonly buyer: Buyer }): ReactElement {
  const { name, address1, address2, postalCode, locality, administrativeArea, phoneNumber } = address;
  const town = [postalCode, locality, administrativeArea].filter(Boolean).join(' ');
  const lines = [name, address1, address2, town, phoneNumber].filter(Boolean);
  return (
    <address>
      {lines.map((line) => (
        <span key={line} dir="auto">
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}

interface OptionsProps {
  readonly options: readonly SelectionOption[];
  readonly selected: string | null;
  readonly choose: (id: string) => void;
}

function Options({ options, selected, choose }: OptionsProps): ReactElement {
  return (
    <fieldset>
      <legend>{texts.options}</legend>
      {options.map(({ id, label, description }) => (
        <label key={id} className="option">
          <input
            type="radio"
            name="option"
            value={id}
            checked={id === selected}
            onChange={() => {
              choose(id);
            }}
          />
          <span>
            {label}
            {description ? <small>{description}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Prices({ transaction }: { readonly transaction: TransactionInfo }): ReactElement {
  const { currencyCode, displayItems = [], totalPrice, totalPriceLabel, totalPriceStatus } = transaction;
  const money = new Intl.NumberFormat('cs-CZ', { style: 'currency', currency: currencyCode });
  const total = totalPriceLabel ?? texts.total;
  return (
    <dl aria-label={texts.summary}>
      {displayItems.map(({ label, price }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{money.format(Number(price))}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{totalPriceStatus === 'ESTIMATED' ? `${total} (${texts.estimated})` : total}</dt>
        <dd>{totalPriceStatus === 'NOT_CURRENTLY_KNOWN' ? '–' : money.format(Number(totalPrice))}</dd>
      </div>
    </dl>
  );
}

const buyerChoices = BUYERS.map((buyer) => ({
  id: buyer.id,
  text: `${buyer.address.name ?? ''} – ${place(buyer)}`,
}));

/** The sheet: a modal dialog that shows a session and passes on what the buyer does. */
export function Sheet({ session }: { readonly session: Session }): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { request, cards } = session.parts;
  const { buyer, card, options, optionId, error, transaction, waiting } = state;
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    // Closing gives the focus back to what had it, as long as the dialog is still in the document.
    return () => {
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      lang="cs"
      onCancel={(event) => {
        event.preventDefault();
        session.cancel();
      }}
      onKeyDown={(event) => {
        // The page below has shortcuts and focus traps of its own.
        event.stopPropagation();
        if (event.key === 'Tab') trapTab(event.currentTarget, event.nativeEvent);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        session.cancel();
      }}
    >
      <form
        aria-busy={waiting !== null}
        onSubmit={(event) => {
          event.preventDefault();
          session.pay();
        }}
      >
        <div className="head">
          <h1 id={title}>{texts.title}</h1>
          <p>{texts.explanation}</p>
        </div>
        <Chooser label={texts.buyer} value={buyer.id} choices={buyerChoices} choose={session.chooseBuyer} />
        <Chooser
          label={texts.card}
          value={card.id}
          choices={cards.map((one) => ({ id: one.id, text: `${one.label} (•••• ${lastFour(one)})` }))}
          choose={session.chooseCard}
        />
        {request.shippingAddressRequired ? (
          <section className="field">
            <h2>{texts.address}</h2>
            <AddressText buyer={buyer} />
          </section>
        ) : null}
        <Fault at="address" error={error} />
        {options.length > 0 ? (
          <Options options={options} selected={optionId} choose={session.chooseOption} />
        ) : null}
        <Fault at="options" error={error} />
        <Prices transaction={transaction} />
        <p className="status" role="status">
          {waiting === 'merchant' ? texts.waiting : null}
        </p>
        <Fault at="payment" error={error} />
        <div className="actions">
          <button type="submit" className="pay" aria-disabled={!canPay(state)}>
            {waiting === 'payment' ? texts.paying : texts.pay}
          </button>
          <button type="button" onClick={session.cancel}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
