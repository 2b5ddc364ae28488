import { type ReactNode, useEffect, useRef } from 'react';
import type { CartLine } from '../api/model.ts';
import { remaining } from '../format/plural.ts';
import type { StockShortage } from '../flow/state.ts';
import { useCheckout } from './checkout-context.ts';
import { Message } from './Message.tsx';

export interface StockNoticeProps {
  readonly lines: readonly CartLine[];
  readonly stock: StockShortage;
  readonly busy: boolean;
  /** Whether a submission has stopped for it, so that it takes the focus. */
  readonly stopped: boolean;
}

/** Something was sold to another buyer meanwhile: continue with the rest, or go back. */
export function StockNotice({ lines, stock, busy, stopped }: StockNoticeProps): ReactNode {
  const { flow } = useCheckout();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!stopped) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'center' });
  }, [stopped, stock]);
  const affected = lines.map((line) => told(line, stock)).filter((one) => one !== null);
  return (
    <div id="stock-notice" ref={notice} tabIndex={-1} className="co-stock">
      <Message tone="alert">
        <p className="co-message__title">{title(stock)}</p>
        <ul>
          {affected.map(({ id, words }) => (
            <li key={id}>{words}</li>
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

function title(stock: StockShortage): string {
  if (stock.soldOut.length === 0) return 'Některého zboží máme méně, než jste chtěli.';
  if (stock.soldOut.length === 1) return 'Jedna z položek se mezitím vyprodala.';
  return 'Některé položky se mezitím vyprodaly.';
}

/** The consequence for a line. Lines below a sold-out one are removed with it, even if they are in stock. */
function told(line: CartLine, stock: StockShortage): { readonly id: string; readonly words: string } | null {
  const words = (what: string) => ({ id: line.id, words: `${name(line)}: ${what}` });
  if (stock.soldOut.includes(line.id)) return words('vyprodáno');
  if (line.parentId !== null && stock.soldOut.includes(line.parentId))
    return words('patří k vyprodané položce');
  return stock.lowered.includes(line.id) ? words(remaining(line.quantity)) : null;
}

function name(line: CartLine): string {
  return line.variantTitle === null ? line.title : `${line.title}, ${line.variantTitle}`;
}
