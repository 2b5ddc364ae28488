import { createElement, type ReactElement } from 'react';

export interface PayWalletButtonProps {
  /** As attributes name the wallet. */
  readonly wallet: string;
  readonly callToAction: boolean;
  readonly disabled: boolean;
}

/** The element `<pay-wallet-button>`, which draws itself. By `createElement`, because JSX knows no such tag. */
export const PayWalletButton = ({ wallet, callToAction, disabled }: PayWalletButtonProps): ReactElement =>
  createElement('pay-wallet-button', { wallet, 'call-to-action': callToAction, disabled });
