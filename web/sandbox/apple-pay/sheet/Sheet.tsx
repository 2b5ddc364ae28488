import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from 'react';
import { lastFour, VISA_CARDS } from '../../common/card-numbers.ts';
import { Chooser } from '../../common/Chooser.tsx';
import { trapTab } from '../../common/focus.ts';
import { BUYERS, countryName, summary, type Buyer } from '../buyers.ts';
import type { LineItem, SheetError, ShippingMethod } from '../types.ts';
import type { SheetModel } from './model.ts';
import { canPay, placeOf, type Place } from './state.ts';
import { texts } from './texts.ts';

/** Always there, so that screen readers notice what comes into it. */
function Faults({
  at,
  errors,
}: {
  readonly at: Place;
  readonly errors: readonly SheetError[];
}): ReactElement {
  const messages = errors
    .filter((error) => placeOf(error) === at)
    .map(({ message }) => (message === '' ? texts.failed : message));
  return (
    <p className="error" role="alert" data-fields={errors.map(({ contactField }) => contactField).join(' ')}>
      {messages.length > 0 ? messages.join(' ') : null}
    </p>
  );
}

function AddressText({ buyer: { contact } }: { readonly buyer: Buyer }): ReactElement {
  const { givenName, familyName, addressLines = [], postalCode, locality } = contact;
  const { administrativeArea, countryCode = '', phoneNumber } = contact;
  const name = [givenName, familyName].filter(Boolean).join(' ');
  const town = [postalCode, locality, administrativeArea].filter(Boolean).join(' ');
  const lines = [name, ...addressLines, town, countryName(countryCode), phoneNumber].filter(Boolean);
  return (
    <address>
      {lines.map((line, index) => (
        <span key={index} dir="auto">
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}

interface MethodsProps {
  readonly methods: readonly ShippingMethod[];
  readonly selected: string | null;
  readonly money: Intl.NumberFormat;
  readonly choose: (id: string) => void;
}

function Methods({ methods, selected, money, choose }: MethodsProps): ReactElement {
  return (
    <fieldset>
      <legend>{texts.options}</legend>
      {methods.map(({ identifier, label, detail, amount }) => (
        <label key={identifier} className="option">
          <input
            type="radio"
            name="method"
            value={identifier}
            checked={identifier === selected}
            onChange={() => {
              choose(identifier);
            }}
          />
          <span>
            {`${label} – ${money.format(Number(amount))}`}
            {detail === '' ? null : <small>{detail}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Coupon({ model }: { readonly model: SheetModel }): ReactElement {
  const id = useId();
  const [code, setCode] = useState(model.state().coupon);
  return (
    <div className="field">
      <label htmlFor={id}>{texts.coupon}</label>
      <div className="coupon">
        <input
          id={id}
          type="text"
          autoComplete="off"
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
          onKeyDown={(event) => {
            // In the field the key means the code, not the payment.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            model.enterCoupon(code);
          }}
        />
        <button
          type="button"
          onClick={() => {
            model.enterCoupon(code);
          }}
        >
          {texts.useCoupon}
        </button>
      </div>
    </div>
  );
}

interface PricesProps {
  readonly lines: readonly LineItem[];
  readonly total: LineItem;
  readonly money: Intl.NumberFormat;
}

function Prices({ lines, total, money }: PricesProps): ReactElement {
  return (
    <dl aria-label={texts.summary}>
      {lines.map(({ label, amount }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{money.format(Number(amount))}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{total.label}</dt>
        <dd>{total.type === 'pending' ? texts.pending : money.format(Number(total.amount))}</dd>
      </div>
    </dl>
  );
}

/** Opens the dialog as long as it is there; closing gives the focus back to what had it. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    return () => {
      element.close();
    };
  }, [dialog]);
}

const buyerChoices = BUYERS.map((buyer) => ({ id: buyer.id, text: summary(buyer) }));
const cardChoices = VISA_CARDS.map((card) => ({
  id: card.id,
  text: `${card.label} (•••• ${lastFour(card)})`,
}));

/** The sheet: a modal dialog that shows a session and passes on what the buyer does. */
export function Sheet({ model }: { readonly model: SheetModel }): ReactElement {
  const state = useSyncExternalStore(model.subscribe, model.state);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { request } = model.parts;
  const { buyer, card, methods, methodId, errors, waiting } = state;
  const money = new Intl.NumberFormat('cs-CZ', { style: 'currency', currency: request.currencyCode });
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      lang="cs"
      onCancel={(event) => {
        event.preventDefault();
        model.cancel();
      }}
      onKeyDown={(event) => {
        // The page below has shortcuts and focus traps of its own.
        event.stopPropagation();
        if (event.key === 'Tab') trapTab(event.currentTarget, event.nativeEvent);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        model.cancel();
      }}
    >
      <form
        aria-busy={waiting !== null}
        onSubmit={(event) => {
          event.preventDefault();
          model.pay();
        }}
      >
        <div className="head">
          <h1 id={title}>{texts.title}</h1>
          <p>{texts.explanation}</p>
        </div>
        <Chooser label={texts.buyer} value={buyer.id} choices={buyerChoices} choose={model.chooseBuyer} />
        <Chooser label={texts.card} value={card.id} choices={cardChoices} choose={model.chooseCard} />
        {model.delivers ? (
          <section className="field">
            <h2>{texts.address}</h2>
            <AddressText buyer={buyer} />
          </section>
        ) : null}
        <Faults at="address" errors={errors} />
        {methods.length > 0 ? (
          <Methods methods={methods} selected={methodId} money={money} choose={model.chooseMethod} />
        ) : null}
        {request.supportsCouponCode ? <Coupon model={model} /> : null}
        <Faults at="coupon" errors={errors} />
        <Prices lines={state.lines} total={state.total} money={money} />
        <p className="status" role="status">
          {waiting === 'validation' ? texts.validating : null}
          {waiting === 'merchant' ? texts.waiting : null}
        </p>
        <Faults at="payment" errors={errors} />
        <div className="actions">
          <button type="submit" className="pay" aria-disabled={!canPay(state)}>
            {waiting === 'payment' ? texts.paying : texts.pay}
          </button>
          <button type="button" onClick={model.cancel}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
