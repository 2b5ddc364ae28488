import type { ReactNode } from 'react';
import type { CartLine } from '../api/model.ts';
import { remaining } from '../format/plural.ts';
import type { StockTrouble } from '../flow/state.ts';
import { useCheckout } from './checkout-context.ts';
import { Message } from './Message.tsx';

/** Something was sold to another shopper meanwhile: go on with the rest, or go back. */
export function StockNotice({
  lines,
  stock,
  busy,
}: {
  readonly lines: readonly CartLine[];
  readonly stock: StockTrouble;
  readonly busy: boolean;
}): ReactNode {
  const { flow } = useCheckout();
  const affected = lines.filter((line) => stock.soldOut.includes(line.id) || stock.lowered.includes(line.id));
  return (
    <div id="stock-notice" tabIndex={-1} className="co-stock">
      <Message tone="alert">
        <p className="co-message__title">{title(stock)}</p>
        <ul>
          {affected.map((line) => (
            <li key={line.id}>
              {line.quantity === 0
                ? `${name(line)}: vyprodáno`
                : `${name(line)}: ${remaining(line.quantity)}`}
            </li>
          ))}
        </ul>
        <p>Můžete pokračovat s tím, co máme, nebo se vrátit do obchodu.</p>
        <p className="co-actions">
          <button
            type="button"
            className="co-button co-button--quiet"
            disabled={busy}
            onClick={() => {
              flow.acceptStock();
            }}
          >
            {stock.lowered.length === 0 ? 'Odebrat a pokračovat' : 'Pokračovat se zbytkem'}
          </button>
          <a className="co-button co-button--plain" href="/">
            Zpět do obchodu
          </a>
        </p>
      </Message>
    </div>
  );
}

function title(stock: StockTrouble): string {
  if (stock.soldOut.length === 0) return 'Některého zboží máme méně, než jste chtěli.';
  if (stock.soldOut.length === 1) return 'Jedna z položek se mezitím vyprodala.';
  return 'Některé položky se mezitím vyprodaly.';
}

function name(line: CartLine): string {
  return line.variantTitle === null ? line.title : `${line.title}, ${line.variantTitle}`;
}
