import type { ReactElement } from 'react';
import { BuyItNowButton } from './BuyItNowButton.tsx';
import { Modal } from './Modal.tsx';
import { MoreOptionsLink } from './MoreOptionsLink.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Where the server builds a cart from a posted product form. */
const FORM_ACTION = '/checkout/buy-it-now';

/** The views the server puts into its snippet: what a shopper sees before any script runs. */
export const snippetViews = {
  'buy-it-now': <BuyItNowButton disabled={false} formAction={FORM_ACTION} />,
  'buy-it-now-disabled': <BuyItNowButton disabled formAction={FORM_ACTION} />,
  'buy-it-now-skeleton': <Skeleton />,
} satisfies Record<string, ReactElement>;

/** The views the entry can build by itself, without React. The dialog's texts are filled in when it opens. */
export const entryViews = {
  'buy-it-now': snippetViews['buy-it-now'],
  'more-options': <MoreOptionsLink disabled={false} formAction={FORM_ACTION} />,
  dialog: <Modal title="" text="" button />,
} satisfies Record<string, ReactElement>;
