import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { PIECES, plural } from '../format/plural.ts';

/** The order's lines and sums. */
export function OrderLines({
  order,
  currency,
}: {
  readonly order: OrderData;
  readonly currency: string;
}): ReactNode {
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
              {line.plan === null ? null : <span className="co-line__detail">{line.plan}</span>}
              <span className="co-line__detail">
                {`${plural(line.quantity, PIECES)} po ${formatMoney(line.unitPrice, currency)}`}
              </span>
            </span>
            <span className="co-line__price">{formatMoney(line.total, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="co-totals">
        {order.sums.map(({ label, amount, kind }) => (
          <div
            className={kind === 'part' ? 'co-totals__row' : 'co-totals__row co-totals__row--total'}
            key={label}
          >
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
