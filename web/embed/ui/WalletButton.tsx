import type { ReactElement } from 'react';
import { siGooglepay } from 'simple-icons';
import { BUY_WITH, buyWith } from '../i18n/cs.ts';

/** The wallets that are drawn, by their attribute names: what they are called, and their logo in its own box. */
const BRANDS = {
  google_pay: { name: 'Google Pay', path: siGooglepay.path, box: '0 6.9 24 10.8' },
} as const;

export type DrawnWallet = keyof typeof BRANDS;

export interface WalletButtonProps {
  readonly wallet: DrawnWallet;
  /** Whether the logo has 'Koupit přes' before it. */
  readonly callToAction: boolean;
}

/** What the shadow root of `<pay-wallet-button>` contains. The logo takes the colour of the text. */
export function WalletButton({ wallet, callToAction }: WalletButtonProps): ReactElement {
  const { name, path, box } = BRANDS[wallet];
  return (
    <button type="button" className="button" aria-label={callToAction ? buyWith(name) : name}>
      {callToAction && <span className="cta">{BUY_WITH}</span>}
      <svg className="logo" viewBox={box} aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </button>
  );
}
