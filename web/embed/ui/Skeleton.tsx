import type { ReactElement } from 'react';

/** Holds a button's place while it is not known which button it will be. Never `:empty`: themes hide empty boxes. */
export function Skeleton(): ReactElement {
  return (
    <div className="shopify-payment-button__skeleton" aria-hidden="true">
      {'\u00a0'}
    </div>
  );
}
