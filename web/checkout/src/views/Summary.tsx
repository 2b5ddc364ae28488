import { type ReactNode, useState } from 'react';
import type { EditingState } from '../flow/state.ts';
import { amountDue, deliveryRows, roundingOf, totalLabel } from '../form/total.ts';
import { beforeCards, formatMoney, formatPrice, isZero } from '../format/money.ts';
import { PIECES, plural } from '../format/plural.ts';
import { discountLabel, giftCardLabel, LEFT_TO_PAY, ROUNDING } from '../texts/codes.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { Codes } from './Codes.tsx';
import { Icon } from './Icon.tsx';
import { Renewal } from './Renewal.tsx';
import { SummaryLine } from './SummaryLine.tsx';

/** The order's lines and totals. Collapsed on phones, with the total always visible. */
export function Summary({ state }: { readonly state: EditingState }): ReactNode {
  const [open, setOpen] = useState(false);
  const { cart, submission } = state;
  const [seen, setSeen] = useState(submission);
  if (seen !== submission) {
    setSeen(submission);
    // A submission that stops at the code moves the focus there, which needs the section to be open.
    if (submission.kind === 'invalid' && state.errors.codes !== undefined) setOpen(true);
  }
  const due = amountDue(state);
  const total = formatMoney(due.amount, due.currencyCode);
  return (
    <aside className="co-summary" aria-labelledby="summary-title">
      <button
        type="button"
        className="co-summary__toggle"
        aria-expanded={open}
        aria-controls="summary-body"
        onClick={() => {
          setOpen(!open);
        }}
      >
        <span className="co-summary__toggle-text">
          Souhrn objednávky
          <Icon name="chevron" />
        </span>
        <span className="co-summary__toggle-total">{total}</span>
      </button>
      <div className={`co-summary__body${open ? ' co-summary__body--open' : ''}`} id="summary-body">
        <h2 className="co-summary__title" id="summary-title">
          Souhrn objednávky
        </h2>
        <ul className="co-lines">
          {cart.lines.map((line) => (
            <SummaryLine key={line.id} line={line} stock={state.stock} />
          ))}
        </ul>
        <Codes state={state} />
        <Totals state={state} />
        <Renewal cart={cart} />
        <p className="co-hidden" role="status">
          {state.saving === 'saving' ? '' : `${totalLabel(state)} ${total}`}
        </p>
      </div>
    </aside>
  );
}

function Totals({ state }: { readonly state: EditingState }): ReactNode {
  const { cart, saving } = state;
  const { currencyCode } = cart.total;
  const due = formatMoney(amountDue(state).amount, currencyCode);
  const rounding = <ChangeRow label={ROUNDING} amount={roundingOf(state)} currency={currencyCode} />;
  const isLessened = cart.giftCards.length > 0;
  const tax =
    cart.tax === null || isZero(cart.tax.amount) ? null : formatMoney(cart.tax.amount, currencyCode);
  return (
    <dl className="co-totals" aria-busy={saving === 'saving'}>
      <div className="co-totals__row">
        <dt>{`Mezisoučet (${plural(cart.totalQuantity, PIECES)})`}</dt>
        <dd>{formatMoney(cart.subtotal.amount, currencyCode)}</dd>
      </div>
      {deliveryRows(state).map(({ label, option }) => (
        <div className="co-totals__row" key={label}>
          <dt>{label}</dt>
          <dd>
            {option === null ? (
              <span className="co-quiet">zatím nevybrána</span>
            ) : (
              formatPrice(option.cost.amount, currencyCode)
            )}
          </dd>
        </div>
      ))}
      {cart.discounts.map((discount) => (
        <ChangeRow
          key={discount.name}
          label={discountLabel(discount.name)}
          amount={`-${discount.amount.amount}`}
          currency={currencyCode}
        />
      ))}
      {cart.duty === null ? null : (
        <div className="co-totals__row">
          <dt>Clo</dt>
          <dd>{formatMoney(cart.duty.amount, currencyCode)}</dd>
        </div>
      )}
      {tax === null || cart.taxIncluded ? null : (
        <div className="co-totals__row">
          <dt>Daň</dt>
          <dd>{tax}</dd>
        </div>
      )}
      {isLessened ? null : rounding}
      <div className="co-totals__row co-totals__row--total">
        <dt>Celkem</dt>
        <dd>
          {isLessened
            ? formatMoney(
                beforeCards(
                  cart.total.amount,
                  cart.giftCards.map(({ amount }) => amount),
                ),
                currencyCode,
              )
            : due}
        </dd>
      </div>
      {tax === null || !cart.taxIncluded ? null : (
        <div className="co-totals__row co-totals__row--tax">
          <dt>včetně DPH</dt>
          <dd>{tax}</dd>
        </div>
      )}
      {cart.giftCards.map((card) => (
        <ChangeRow
          key={card.id}
          label={giftCardLabel(card.lastCharacters)}
          amount={`-${card.amount.amount}`}
          currency={currencyCode}
        />
      ))}
      {isLessened ? (
        <>
          {rounding}
          <div className="co-totals__row co-totals__row--total">
            <dt>{LEFT_TO_PAY}</dt>
            <dd>{due}</dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}
