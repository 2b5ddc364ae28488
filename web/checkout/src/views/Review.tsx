import type { ReactNode } from 'react';
import type { CheckoutData } from '../bootstrap/data.ts';
import { REVIEW } from '../texts/review.ts';
import { StatusPage } from './StatusPage.tsx';

/** The page for an unknown payment outcome: it shows the next steps and a contact. */
export function Review({ data }: { readonly data: CheckoutData }): ReactNode {
  const { email, phone } = data.shop;
  return (
    <StatusPage icon="info" title={REVIEW.title} text={REVIEW.text}>
      <a className="co-button" href={data.checkoutUrl}>
        {REVIEW.look}
      </a>
      {email === '' ? null : (
        <a className="co-button co-button--plain" href={`mailto:${email}`}>
          {`${REVIEW.write} ${email}`}
        </a>
      )}
      {phone === '' ? null : (
        <a className="co-button co-button--plain" href={`tel:${phone.replaceAll(' ', '')}`}>
          {`${REVIEW.call} ${phone}`}
        </a>
      )}
    </StatusPage>
  );
}
