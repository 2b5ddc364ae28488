import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';

/** The recapitulation of value-added tax, one row per rate. */
export function TaxTable({
  taxes,
  currency,
}: {
  readonly taxes: OrderData['taxes'];
  readonly currency: string;
}): ReactNode {
  if (taxes.length === 0) return null;
  return (
    <table className="co-taxes">
      <caption>Rekapitulace DPH</caption>
      <thead>
        <tr>
          <th scope="col">Sazba</th>
          <th scope="col">Základ</th>
          <th scope="col">DPH</th>
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
