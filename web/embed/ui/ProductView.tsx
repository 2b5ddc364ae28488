import type { ReactElement } from 'react';
import type { ViewState } from '../flows/view-state.ts';
import { BuyItNowButton } from './BuyItNowButton.tsx';
import { MoreOptionsLink } from './MoreOptionsLink.tsx';

/** The whole view of a product element. */
export function ProductView({ disabled, moreOptions, formAction }: ViewState): ReactElement {
  return (
    <>
      <BuyItNowButton disabled={disabled} formAction={formAction} />
      {moreOptions && <MoreOptionsLink disabled={disabled} formAction={formAction} />}
    </>
  );
}
