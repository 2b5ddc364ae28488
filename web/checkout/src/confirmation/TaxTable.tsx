import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatMoney, isZero } from '../format/money.ts';

/** The recapitulation of tax, one row per rate: of value-added tax in prices, or of tax on top of them. */
export function TaxTable({ order }: { readonly order: OrderData }): ReactNode {
  const { taxes, currency } = order;
  const name = order.taxesIncluded ? 'DPH' : 'Daň';
  if (taxes.every(({ tax }) => isZero(tax)) && !order.taxesIncluded) return null;
  if (taxes.length === 0) return null;
  return (
    <table className="co-taxes">
      <caption>{order.taxesIncluded ? 'Rekapitulace DPH' : 'Rekapitulace daně'}</caption>
      <thead>
        <tr>
          <th scope="col">Sazba</th>
          <th scope="col">Základ</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map((tax) => (
          <tr key={tax.rate}>
            <th scope="row">{tax.rate.replace(' ', '\u00a0')}</th>
            <td>{formatMoney(tax.base, currency)}</td>
            <td>{formatMoney(tax.tax, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
