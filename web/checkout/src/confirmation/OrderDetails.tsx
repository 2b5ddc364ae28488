import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { formatPrice } from '../format/money.ts';
import { deliveryTitle } from '../texts/delivery.ts';

/** Shipping address, delivery and billing address. */
export function OrderDetails({
  order,
  currency,
}: {
  readonly order: OrderData;
  readonly currency: string;
}): ReactNode {
  const { deliveries, deliveryAddress, billingAddress } = order;
  return (
    <section className="co-section" aria-labelledby="details-title">
      <h2 className="co-section__title" id="details-title">
        Doručení a fakturace
      </h2>
      <dl className="co-details">
        {deliveries.map(({ group, title, cost, description }) => (
          <div key={deliveryTitle(group)}>
            <dt>{deliveryTitle(group)}</dt>
            <dd>
              <span>{`${title}, ${formatPrice(cost, currency)}`}</span>
              {description === null ? null : <span className="co-quiet">{description}</span>}
            </dd>
          </div>
        ))}
        {deliveryAddress === null ? null : <Address label="Doručovací adresa" lines={deliveryAddress} />}
        {billingAddress === null ? null : <Address label="Fakturační adresa" lines={billingAddress} />}
        <div>
          <dt>E-mail</dt>
          <dd>
            <span>{order.email}</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Address({ label, lines }: { readonly label: string; readonly lines: readonly string[] }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {lines.map((line, index) => (
          // The lines of one address never change places.
          <span key={`${String(index)} ${line}`}>{line}</span>
        ))}
      </dd>
    </div>
  );
}
