import type { ReactElement } from 'react';
import { MORE_OPTIONS_LABEL } from '../i18n/cs.ts';

export interface MoreOptionsLinkProps {
  readonly disabled: boolean;
  readonly formAction: string;
}

/**
 * The way to every other payment. It leads to another page, hence the role; it is a submit button underneath, because
 * the cart it leads to is made by posting the product form, also where no script runs.
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
