import type { ReactNode } from 'react';
import type { CartLine } from '../api/model.ts';
import { formatMoney } from '../format/money.ts';
import { PIECES, plural } from '../format/plural.ts';
import { discountLabel } from '../texts/codes.ts';
import type { StockShortage } from '../flow/state.ts';

/** Names of line-item properties that themes use for themselves begin with an underscore. */
const PRIVATE = '_';

/** One line of the order, marked when less is left than was wanted. */
export function SummaryLine({
  line,
  stock,
}: {
  readonly line: CartLine;
  readonly stock: StockShortage | null;
}): ReactNode {
  const soldOut = line.quantity === 0;
  const lowered = stock?.lowered.includes(line.id) ?? false;
  const properties = line.attributes.filter((each) => !each.key.startsWith(PRIVATE));
  return (
    <li className={`co-line${soldOut ? ' co-line--sold-out' : ''}`}>
      <span className="co-line__picture">
        {line.image === null ? null : (
          <img src={line.image} alt="" width="72" height="72" loading="lazy" decoding="async" />
        )}
        {soldOut ? null : (
          <span className="co-line__count" aria-hidden="true">
            {line.quantity}
          </span>
        )}
      </span>
      <span className="co-line__text">
        <span className="co-line__title">{line.title}</span>
        {line.variantTitle === null ? null : <span className="co-line__detail">{line.variantTitle}</span>}
        {line.planName === null ? null : (
          <span className="co-line__detail">{`Předplatné: ${line.planName}`}</span>
        )}
        {properties.map((each) => (
          <span className="co-line__detail" key={each.key}>{`${each.key}: ${each.value ?? ''}`}</span>
        ))}
        {line.discounts.map((each) => (
          <span className="co-line__detail" key={each.name}>
            {`${discountLabel(each.name)}: −${formatMoney(each.amount.amount, each.amount.currencyCode)}`}
          </span>
        ))}
        <Quantity line={line} />
        {soldOut ? (
          <span className="co-line__warning">Vyprodáno</span>
        ) : lowered ? (
          <span className="co-line__warning">{`Už jen ${plural(line.quantity, PIECES)}`}</span>
        ) : null}
      </span>
      <span className="co-line__price">
        {soldOut ? '–' : formatMoney(line.total.amount, line.total.currencyCode)}
      </span>
    </li>
  );
}

function Quantity({ line }: { readonly line: CartLine }): ReactNode {
  if (line.quantity === 0) return null;
  if (line.quantity === 1) return <span className="co-hidden">1 kus</span>;
  const each = formatMoney(line.unitPrice.amount, line.unitPrice.currencyCode);
  return (
    <span className="co-line__detail">
      <span className="co-hidden">{`${plural(line.quantity, PIECES)} po `}</span>
      <span aria-hidden="true">{`${String(line.quantity)} × `}</span>
      {each}
    </span>
  );
}
