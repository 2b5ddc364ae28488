import type { ReactNode } from 'react';
import { recurringTotals } from '../../../embed/cart/recurring.ts';
import { recurringLabel } from '../../../embed/i18n/recurring.cs.ts';
import type { Cart } from '../api/model.ts';
import { formatMoney } from '../format/money.ts';

/** Amounts added to every payment. */
function notIncluded({ requiresShipping, taxIncluded, duty }: Cart): string {
  const added = [
    requiresShipping ? 'dopravu' : null,
    duty === null ? null : 'clo',
    taxIncluded ? null : 'daň',
  ].filter((name) => name !== null);
  if (added.length === 0) return '';
  return `K uvedeným částkám přičteme ${new Intl.ListFormat('cs').format(added)}. `;
}

/** The recurring payments, if there are any. */
export function Recurring({ cart }: { readonly cart: Cart }): ReactNode {
  const totals = recurringTotals(cart.lines.map(({ planned }) => planned));
  if (totals.length === 0) return null;
  return (
    <>
      <dl className="co-totals">
        {totals.map(({ interval, intervalCount, minor, orders, later }) => {
          const label = recurringLabel(interval, intervalCount, orders, later);
          return (
            <div className="co-totals__row" key={`${label} ${String(minor)}`}>
              <dt>{label}</dt>
              <dd>{formatMoney((minor / 100).toFixed(2), cart.total.currencyCode)}</dd>
            </div>
          );
        })}
      </dl>
      <p className="co-quiet">
        Další platby vám budeme strhávat automaticky, dokud předplatné nezrušíte. {notIncluded(cart)}
        <a href="/policies/predplatne" target="_blank" rel="noopener">
          Zásady předplatného
        </a>
      </p>
    </>
  );
}
