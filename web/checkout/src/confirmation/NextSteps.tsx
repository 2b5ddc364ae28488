import type { ReactNode } from 'react';
import type { OrderData } from '../bootstrap/data.ts';
import { TransferDetails } from './TransferDetails.tsx';

/** The next steps, in the server's words. */
export function NextSteps({
  order,
  currency,
}: {
  readonly order: OrderData;
  readonly currency: string;
}): ReactNode {
  const { transfer, nextSteps, parcels } = order;
  if (transfer === null && nextSteps.length === 0) return null;
  return (
    <section className="co-section co-next" aria-labelledby="next-title">
      <h2 className="co-section__title" id="next-title">
        Co bude dál
      </h2>
      {transfer === null ? null : <TransferDetails payment={transfer} currency={currency} />}
      {nextSteps.map((step) => (
        <p key={step}>{step}</p>
      ))}
      {parcels.map(({ text, url }) => (
        <p key={url}>
          <a href={url} rel="noreferrer">
            {text}
          </a>
        </p>
      ))}
    </section>
  );
}
