import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { beforeCards, formatMoney, formatPrice, minus, toMinor } from '../format/money.ts';
import { PIECES, plural } from '../format/plural.ts';
import { discountLabel, giftCardLabel, ROUNDING } from '../texts/codes.ts';
import { deliveryTitle } from '../texts/delivery.ts';
import { ChangeRow } from '../views/ChangeRow.tsx';

/** The order's lines and sums. */
export function OrderLines({
  order,
  currency,
}: {
  readonly order: OrderData;
  readonly currency: string;
}): ReactNode {
  const rounding =
    order.rounding === null ? null : (
      <ChangeRow label={ROUNDING} amount={order.rounding} currency={currency} />
    );
  const isLessened = order.giftCards.length > 0;
  const exact = minus(order.total, order.rounding ?? '0');
  const tax = order.taxes.reduce((sum, line) => sum + toMinor(line.tax), 0);
  return (
    <>
      <ul className="co-lines">
        {order.lines.map((line, index) => (
          <li className="co-line" key={`${String(index)} ${line.title}`}>
            <span className="co-line__picture">
              <img src={line.image} alt="" width="72" height="72" />
              <span className="co-line__count" aria-hidden="true">
                {line.quantity}
              </span>
            </span>
            <span className="co-line__text">
              <span className="co-line__title">{line.title}</span>
              {line.variantTitle === null ? null : (
                <span className="co-line__detail">{line.variantTitle}</span>
              )}
              <span className="co-line__detail">
                {`${plural(line.quantity, PIECES)} po ${formatMoney(line.unitPrice, currency)}`}
              </span>
            </span>
            <span className="co-line__price">{formatMoney(line.total, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="co-totals">
        <div className="co-totals__row">
          <dt>Mezisoučet</dt>
          <dd>{formatMoney(order.subtotal, currency)}</dd>
        </div>
        {order.deliveries.map(({ group, cost }) => (
          <div className="co-totals__row" key={deliveryTitle(group)}>
            <dt>{deliveryTitle(group)}</dt>
            <dd>{formatPrice(cost, currency)}</dd>
          </div>
        ))}
        {order.discounts.map((discount) => (
          <ChangeRow
            key={discount.name}
            label={discountLabel(discount.name)}
            amount={`-${discount.amount}`}
            currency={currency}
          />
        ))}
        {order.duty === null ? null : (
          <div className="co-totals__row">
            <dt>Clo</dt>
            <dd>{formatMoney(order.duty, currency)}</dd>
          </div>
        )}
        {order.taxesIncluded || tax === 0 ? null : (
          <div className="co-totals__row">
            <dt>Daň</dt>
            <dd>{formatMoney((tax / 100).toFixed(2), currency)}</dd>
          </div>
        )}
        {isLessened ? null : rounding}
        <div className="co-totals__row co-totals__row--total">
          <dt>Celkem</dt>
          <dd>{formatMoney(isLessened ? beforeCards(exact, order.giftCards) : order.total, currency)}</dd>
        </div>
        {order.giftCards.map((card) => (
          <ChangeRow
            key={card.lastCharacters}
            label={giftCardLabel(card.lastCharacters)}
            amount={`-${card.amount}`}
            currency={currency}
          />
        ))}
        {isLessened ? (
          <>
            {rounding}
            <div className="co-totals__row co-totals__row--total">
              <dt>K úhradě</dt>
              <dd>{formatMoney(order.total, currency)}</dd>
            </div>
          </>
        ) : null}
      </dl>
    </>
  );
}
