import type { ReactElement } from 'react';
import { BuyItNowButton } from './BuyItNowButton.tsx';
import { Modal } from './Modal.tsx';
import { MoreOptionsLink } from './MoreOptionsLink.tsx';
import { Skeleton } from './Skeleton.tsx';
import { DRAWN_WALLETS, WalletButton } from './WalletButton.tsx';

/** The endpoint that creates a cart from a posted product form. */
const FORM_ACTION = '/checkout/buy-it-now';

/** The views in the server's snippet, which shoppers see before scripts run. */
export const snippetViews = {
  'buy-it-now': <BuyItNowButton disabled={false} formAction={FORM_ACTION} />,
  'buy-it-now-disabled': <BuyItNowButton disabled formAction={FORM_ACTION} />,
  'buy-it-now-skeleton': <Skeleton />,
} satisfies Record<string, ReactElement>;

/** The views of the product element. */
const productViews = {
  'buy-it-now': snippetViews['buy-it-now'],
  'more-options': <MoreOptionsLink disabled={false} formAction={FORM_ACTION} />,
  skeleton: snippetViews['buy-it-now-skeleton'],
} satisfies Record<string, ReactElement>;

/** The dialog; its texts are filled in when it opens. */
const dialogViews = { dialog: <Modal title="" text="" button /> } satisfies Record<string, ReactElement>;

/** Each wallet's button without and with its call to action. The wallet's chunk contains only its own. */
const walletViews: Readonly<Record<string, Record<string, ReactElement>>> = Object.fromEntries(
  DRAWN_WALLETS.map((wallet) => [
    wallet,
    {
      [wallet]: <WalletButton wallet={wallet} callToAction={false} />,
      [`${wallet}-call-to-action`]: <WalletButton wallet={wallet} callToAction />,
    },
  ]),
);

/** All that is built without React, in groups: a chunk takes the groups that it builds. */
export const treeViews: Readonly<Record<string, Readonly<Record<string, ReactElement>>>> = {
  product: productViews,
  dialog: dialogViews,
  ...walletViews,
};
