import type { ReactElement } from 'react';
import type { Shown, ViewState } from '../flows/view-state.ts';
import { BuyItNowButton } from './BuyItNowButton.tsx';
import { MoreOptionsLink } from './MoreOptionsLink.tsx';
import { PayWalletButton } from './PayWalletButton.tsx';
import { Skeleton } from './Skeleton.tsx';

function Button({ shown, disabled, formAction }: ViewState & { readonly shown: Shown }): ReactElement {
  if (shown === 'skeleton') return <Skeleton />;
  if (shown === 'buy_it_now') return <BuyItNowButton disabled={disabled} formAction={formAction} />;
  return <PayWalletButton wallet={shown.wallet} callToAction disabled={disabled} />;
}

/** The whole view of a product element. The link stands beside wallets only. */
export function ProductView(state: ViewState): ReactElement {
  const { shown, disabled, formAction } = state;
  return (
    <>
      <Button {...state} />
      {typeof shown === 'object' && <MoreOptionsLink disabled={disabled} formAction={formAction} />}
    </>
  );
}
