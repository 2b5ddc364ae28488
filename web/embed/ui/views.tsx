import type { ReactElement } from 'react';
import { BuyItNowButton } from './BuyItNowButton.tsx';
import { Modal } from './Modal.tsx';
import { MoreOptionsLink } from './MoreOptionsLink.tsx';
import { Skeleton } from './Skeleton.tsx';
import { DRAWN_WALLETS, WalletButton } from './WalletButton.tsx';

/** Where the server builds a cart from a posted product form. */
const FORM_ACTION = '/checkout/buy-it-now';

/** The views the server puts into its snippet: what a shopper sees before any script runs. */
export const snippetViews = {
  'buy-it-now': <BuyItNowButton disabled={false} formAction={FORM_ACTION} />,
  'buy-it-now-disabled': <BuyItNowButton disabled formAction={FORM_ACTION} />,
  'buy-it-now-skeleton': <Skeleton />,
} satisfies Record<string, ReactElement>;

/** The views the entry can build by itself, without React. */
export const entryViews = {
  'buy-it-now': snippetViews['buy-it-now'],
  'more-options': <MoreOptionsLink disabled={false} formAction={FORM_ACTION} />,
  skeleton: snippetViews['buy-it-now-skeleton'],
} satisfies Record<string, ReactElement>;

/** What a press builds. The dialog's texts are filled in when it opens. */
export const pressViews = { dialog: <Modal title="" text="" button /> } satisfies Record<
  string,
  ReactElement
>;

/** What the wallets' chunk builds: each wallet's button without and with its call to action. */
export const walletViews: Readonly<Record<string, ReactElement>> = Object.fromEntries(
  DRAWN_WALLETS.flatMap((wallet) => [
    [wallet, <WalletButton key={wallet} wallet={wallet} callToAction={false} />],
    [`${wallet}-call-to-action`, <WalletButton key={wallet} wallet={wallet} callToAction />],
  ]),
);

/** All that is built without React, by the chunk that builds it. Apart, so that no chunk carries another's. */
export const treeViews = { views: entryViews, pressViews, walletViews };
