import type { ReactElement } from 'react';
import { INSTRUMENTS, type WalletKey } from '../flows/instruments.ts';
import { BUY_WITH, buyWith } from '../i18n/wallet.cs.ts';
import { BRANDS } from './brands.ts';

declare module 'react' {
  // React's own types are extended by merging into its namespace.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      /** The place of a recognised buyer's face (shop-wallet/face-element.ts). */
      readonly 'wallet-face': object;
    }
  }
}

/** The wallets that are drawn. */
export const DRAWN_WALLETS = Object.keys(BRANDS) as readonly WalletKey[];

export interface WalletButtonProps {
  readonly wallet: WalletKey;
  /** Whether the logo has 'Koupit přes' before it. */
  readonly callToAction: boolean;
}

/**
 * The content of the shadow root of `<pay-wallet-button>`. The logo's place is kept; what it shows comes from the assets
 * folder.
 */
export function WalletButton({ wallet, callToAction }: WalletButtonProps): ReactElement {
  const { mark, named, letters } = BRANDS[wallet];
  const { walletName: name } = INSTRUMENTS[wallet];
  return (
    <button
      type="button"
      className={callToAction ? 'button calling' : 'button'}
      aria-label={callToAction ? buyWith(name) : name}
    >
      <span className="content">
        {callToAction && <span>{`${BUY_WITH} `}</span>}
        <svg className="logo" viewBox={mark.box} aria-hidden="true" />
        {named && <b>{name}</b>}
      </span>
      {letters !== undefined && <wallet-face />}
    </button>
  );
}
