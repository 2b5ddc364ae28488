import type { ReactElement } from 'react';
import { MORE_OPTIONS_LABEL } from '../i18n/cs.ts';

export interface MoreOptionsLinkProps {
  readonly disabled: boolean;
  readonly formAction: string;
}

/**
 * The link to all other payment methods. It has the role of a link, because it leads to another page. It is a submit button,
 * because posting the product form creates the cart, also without scripts.
 */
export function MoreOptionsLink({ disabled, formAction }: MoreOptionsLinkProps): ReactElement {
  return (
    <button
      type="submit"
      role="link"
      className="shopify-payment-button__more-options"
      formAction={formAction}
      formMethod="post"
      disabled={disabled}
    >
      {MORE_OPTIONS_LABEL}
    </button>
  );
}
