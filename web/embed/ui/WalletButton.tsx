import type { ReactElement } from 'react';
import { siApplepay, siGooglepay, siMeta, siPaypal, siVenmo } from 'simple-icons';
import { INSTRUMENTS, type WalletKey } from '../flows/instruments.ts';
import { BUY_WITH, buyWith } from '../i18n/wallet.cs.ts';

/** The mark without the frame of a card, which is the first part of the path. */
const APPLE_PAY_MARK = siApplepay.path.replace(/^.*zm4\.71 3\.7/, 'M6.86 8.53');

/** An arrow of ours that smiles. Amazon's marks may not be redistributed. */
const SMILE = 'M1 8.2c6.2 4.4 13 4.6 19.4 1.2l-1.2-1.9 4.8-.7-1.3 5-1.1-1.8C14.6 14.6 6.4 14.4.2 9.3z';

/** A tick of ours. */
const TICK = 'M2 12.4 4.3 10l4.9 4.6L19.6 4 22 6.3 9.3 19.4z';

/** With two places, which is less than a pixel at every size of a button. Only fractions are rounded: an arc's flags may touch the whole part. */
const shortened = (path: string): string =>
  path.replace(/\.\d{3,}/g, (places) => Math.min(0.99, Number(places)).toFixed(2).slice(1));

interface Brand {
  readonly path: string;
  readonly box: string;
  readonly word?: true;
}

/** The logo of each wallet with its viewBox. */
const BRANDS = {
  buy_with_prime: { path: TICK, box: '2 4 20 15.4', word: true },
  amazon_pay: { path: SMILE, box: '0 0 24 20', word: true },
  apple_pay: { path: APPLE_PAY_MARK, box: '3.2 8.5 17.6 7.5' },
  facebook_pay: { path: siMeta.path, box: '0 4 24 16', word: true },
  google_pay: { path: siGooglepay.path, box: '0 6.9 24 10.8' },
  // Not everybody knows these marks, so the name follows them.
  paypal: { path: siPaypal.path, box: '1.8 0 20.4 24', word: true },
  venmo: { path: siVenmo.path, box: '0 9.7 24 4.7' },
} as const satisfies Readonly<Record<WalletKey, Brand>>;

/** The wallets that are drawn. */
export const DRAWN_WALLETS = Object.keys(BRANDS) as readonly WalletKey[];

export interface WalletButtonProps {
  readonly wallet: WalletKey;
  /** Whether the logo has 'Koupit přes' before it. */
  readonly callToAction: boolean;
}

/** The content of the shadow root of `<pay-wallet-button>`. The logo has the colour of the text. */
export function WalletButton({ wallet, callToAction }: WalletButtonProps): ReactElement {
  const { path, box, word }: Brand = BRANDS[wallet];
  const { walletName: name } = INSTRUMENTS[wallet];
  return (
    <button type="button" className="button" aria-label={callToAction ? buyWith(name) : name}>
      {callToAction && <span className="cta">{`${BUY_WITH} `}</span>}
      <svg className="logo" viewBox={box} aria-hidden="true">
        <path d={shortened(path)} />
      </svg>
      {word && <b>{name}</b>}
    </button>
  );
}
