import type { ReactElement } from 'react';
import { BUY_IT_NOW_LABEL } from '../i18n/cs.ts';

export interface BuyItNowButtonProps {
  readonly disabled: boolean;
  /** The product form's target if no script handles the click. */
  readonly formAction: string;
}

/** The unbranded button: light DOM under the classes that themes style, and a real submit button. */
export function BuyItNowButton({ disabled, formAction }: BuyItNowButtonProps): ReactElement {
  return (
    <button
      type="submit"
      className="shopify-payment-button__button shopify-payment-button__button--unbranded"
      formAction={formAction}
      formMethod="post"
      disabled={disabled}
    >
      {BUY_IT_NOW_LABEL}
    </button>
  );
}
